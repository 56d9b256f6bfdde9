import { lazy, Suspense } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { questions } from '#design/web/overlay/confirm.ts'
import { useLanguage } from '#language/web/language.tsx'

const Dialog = lazy(async () => ({ default: (await import('#design/web/overlay/Dialog.tsx')).Dialog }))

/** Shows the questions of `confirm`, one at a time. Once per page. */
export function ConfirmRegion() {
  const { t } = useLanguage()
  const [question] = questions.useItems()
  if (!question) return null
  const answer = (yes: boolean) => {
    questions.remove(question.id)
    question.answer(yes)
  }
  return (
    <Suspense>
      <Dialog
        key={question.id}
        role="alertdialog"
        width="small"
        isOpen
        title={question.title}
        onClose={() => answer(false)}
        footer={
          <>
            <Button autoFocus={question.danger} onPress={() => answer(false)}>
              {t('design.cancel')}
            </Button>
            <Button
              kind={question.danger ? 'danger' : 'primary'}
              autoFocus={!question.danger}
              onPress={() => answer(true)}
            >
              {question.action}
            </Button>
          </>
        }
      >
        <p className="break-words">{question.text}</p>
      </Dialog>
    </Suspense>
  )
}
