import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { TextField, type TextFieldProps } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** A password, hidden until its owner asks to see it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'posttext'>) {
  const { t } = useLanguage()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      posttext={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={t('design.showPassword')}
          onClick={() => setShown(!shown)}
          className="focus-ring -mr-1 grid size-6 place-items-center rounded-small hover:text-text pointer-coarse:size-11"
        >
          {shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
        </button>
      }
    />
  )
}
