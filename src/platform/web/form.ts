import { useRef, useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import type { Problem } from '#faults/fault.ts'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ApiFault } from '#platform/web/apiFault.ts'
import type { CheckedForm } from '#platform/web/formCheck.ts'
import { sayFault } from '#platform/web/sayFault.ts'

// Keys come with data: @texts start

type Name<Values> = keyof Values & string

export type FormProblem = { readonly name?: string; readonly label?: string; readonly text: string }

type Rules<Values, Output> = (values: Values) => CheckedForm<Output>

type FormOptions<Values extends object, Output> = {
  readonly initial: Values
  /** Brings the concept's own schema: the form refuses what the server would. Asked for when the form is first used. */
  readonly schema: () => Promise<z.core.$ZodType<Output>>
  /** The labels of the fields, said before their problems. */
  readonly labels: Readonly<Partial<Record<Name<Values>, string>>>
  /** Sends what the schema made of the values; a refusal it throws is shown at its fields. */
  readonly submit: (output: Output) => Promise<unknown>
}

/**
 * A form over a zod schema: every problem at once, problems of the server at their fields, and what was typed always
 * kept. A field's problem goes as soon as its value holds.
 */
export function useForm<Values extends object, Output>(options: FormOptions<Values, Output>) {
  const { initial, labels } = options
  const { t } = useLanguage()
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<readonly FormProblem[]>([])
  const [solved, setSolved] = useState<ReadonlySet<string>>(new Set())
  const [areOfServer, setOfServer] = useState(false)
  const [isPending, setPending] = useState(false)
  const sending = useRef(false)
  const rules = useRef<Rules<Values, Output>>(undefined)

  const labelled = (name: string | undefined, text: string): FormProblem => {
    const label = name === undefined ? undefined : labels[name as Name<Values>]
    return { ...(name !== undefined && Object.hasOwn(values, name) ? { name } : {}), ...(label ? { label } : {}), text }
  }

  /** The rules of the form, which no page needs before someone types. */
  const loadRules = async (): Promise<Rules<Values, Output>> => {
    if (rules.current) return rules.current
    const [{ checkForm }, schema] = await Promise.all([import('#platform/web/formCheck.ts'), options.schema()])
    return (rules.current = (candidate) => checkForm(schema, candidate))
  }

  const sayAll = (found: readonly Problem[]) =>
    found.map(({ code, parameters, target }) => labelled(target, t(`fault.${code}` as TextKey, parameters)))

  function set<Key extends Name<Values>>(name: Key, value: Values[Key]): void {
    const next = { ...values, [name]: value }
    setValues(next)
    // What fails here is told when the form is sent.
    if (!rules.current) loadRules().catch(() => undefined)
    if (problems.length === 0 || !rules.current) return
    // Marks only take away: new problems, and the summary that moves the focus, wait until the form is sent again.
    const found = sayAll(rules.current(next).problems)
    const open = problems.filter((problem) => found.some((each) => each.name === problem.name))
    setSolved((before) => {
      const own = problems
        .filter((problem) => problem.name === name || !areOfServer)
        .map((problem) => problem.name ?? '')
      const kept = [...before].filter((each) => !own.includes(each))
      return new Set([...kept, ...own.filter((each) => !open.some((problem) => problem.name === each))])
    })
  }

  function show(found: readonly FormProblem[], ofServer: boolean): void {
    setProblems(found)
    setOfServer(ofServer)
    setSolved(new Set())
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (sending.current) return
    sending.current = true
    setPending(true)
    try {
      const checked = (await loadRules())(values)
      show(sayAll(checked.problems), false)
      if (checked.output === undefined) return
      await options.submit(checked.output)
    } catch (error) {
      show(problemsOfRefusal(error), true)
    } finally {
      sending.current = false
      setPending(false)
    }
  }

  function problemsOfRefusal(error: unknown): readonly FormProblem[] {
    if (error instanceof ApiFault && error.details.length > 0) {
      return error.details.map(({ target, message }) => labelled(target, message))
    }
    return [labelled(error instanceof ApiFault ? error.target : undefined, sayFault(t, error).text)]
  }

  /** What a text control of the design system takes. */
  function text(name: { [Key in Name<Values>]: Values[Key] extends string ? Key : never }[Name<Values>]) {
    return {
      ...control(name),
      value: values[name] as string,
      onChange: (value: string) => set(name, value as Values[typeof name]),
    }
  }

  /** Name, label and problem of a field. */
  function control(name: Name<Values>) {
    const error = solved.has(name) ? undefined : problems.find((problem) => problem.name === name)?.text
    return { name, label: labels[name] ?? name, ...(error === undefined ? {} : { error }) }
  }

  const isDirty = Object.keys(initial).some((name) => initial[name as Name<Values>] !== values[name as Name<Values>])
  return { values, set, setValues, problems, isPending, isDirty, submit, text, control }
}
