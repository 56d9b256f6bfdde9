import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { attributeOf, type Field } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { attributeTypeNames, attributeTypes, type AttributeTypeName } from '#attributes/types.ts'
import { renderValue } from '#attributes/web/cells.tsx'
import { controls, isInForms } from '#attributes/web/controls.ts'
import { typeRequirement } from '../../../test/support/typeRequirements.ts'
import { LanguageProvider, loadLocale, useLanguage } from '#language/web/language.tsx'

const initial = await loadLocale('en')
const options = [{ value: 'open', label: 'Open', color: '#2563eb', active: true }]

function fieldOf(type: AttributeTypeName, more: object = {}): Field {
  const draft = {
    name: 'Amount',
    uri: 'amount',
    type,
    undertext: 'Said below',
    ...(type === 'select' ? { options } : {}),
  }
  return attributeOf({ ...draft, ...more }, { id: 'a', entity_id: 'e', change_id: 'c', position: 0 })
}

function show(field: Field, value: WireValue, error?: string, label = 'Amount') {
  const onChange = vi.fn()
  const Control = controls[attributeTypes[field.type].control]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider initial={initial}>
        <Control
          {...{ field, value, onChange }}
          name="amount"
          label={label}
          linked={undefined}
          findLinked={() => Promise.resolve([])}
          {...(error === undefined ? {} : { error })}
        />
      </LanguageProvider>
    </QueryClientProvider>,
  )
  return onChange
}

function Shown({ field, value }: { field: Field; value: WireValue }) {
  const language = useLanguage()
  return <p data-testid="cell">{renderValue({ field, value, linked: 'Acme', language })}</p>
}

afterEach(cleanup)

const filledIn = attributeTypeNames.filter((type) => type !== 'submit' && isInForms(attributeTypes[type].control))

describe.each(filledIn)('the type %s', (type) => {
  test('has a control with its label, and a message in the place of the undertext', async () => {
    const field = fieldOf(type)
    show(field, attributeTypes[type].samples[0] ?? null, 'Not right')
    await screen.findAllByText('Amount')
    expect(await screen.findByText('Not right')).toBeDefined()
    expect(screen.queryByText('Said below')).toBe(null)
  })

  test('[R149] [R153] has the icon at its label, and a mark that tells its description', async () => {
    show(fieldOf(type, { icon: 'coins', description: 'What is to be paid' }), attributeTypes[type].samples[0] ?? null)
    // A control whose code is still on its way has its label already, and takes the mark along when it comes.
    await waitFor(() => expect(document.querySelector('[aria-busy]')).toBe(null))
    const mark = await screen.findByRole('button', { name: 'About Amount' })
    await waitFor(() => expect(mark.closest('[data-field]')?.querySelector('.lucide-coins')).not.toBe(null))
    fireEvent.click(mark)
    expect(await screen.findByText('What is to be paid')).toBeDefined()
  })
})

test('markup in the label, description, undertext and texts around a control is text', async () => {
  const markup = '<img src="x" onerror="alert(1)">'
  const field = fieldOf('text', {
    name: markup,
    description: markup,
    undertext: markup,
    placeholder: markup,
    pretext: markup,
  })
  show(field, markup, markup, markup)
  expect(await screen.findAllByText(markup)).not.toEqual([])
  expect(document.querySelector('img')).toBe(null)
  // A naive twin, so that it is known that this would be seen.
  cleanup()
  render(<div dangerouslySetInnerHTML={{ __html: markup }} />)
  expect(document.querySelector('img[onerror]')).not.toBe(null)
})

/** What a person types or picks in the one field of a control, and the value that it becomes. */
const typed: Partial<Record<AttributeTypeName, readonly [string, WireValue]>> = {
  text: ['Riga', 'Riga'],
  email: ['a@example.org', 'a@example.org'],
  url: ['https://example.org', 'https://example.org'],
  tel: ['+371 2000 0000', '+371 2000 0000'],
  search: ['amber', 'amber'],
  textarea: ['one\ntwo', 'one\ntwo'],
  number: ['1,250', '1250'],
  decimal: ['1,250.5', '1250.5'],
  percent: ['12.5 %', '0.125'],
  color: ['#2563eb', '#2563eb'],
  date: ['2024-02-29', '2024-02-29'],
  month: ['2024-02', '2024-02'],
  week: ['2024-W09', '2024-W09'],
  select: ['open', 'open'],
  markup: ['# Title', '# Title'],
}
const typedTypes = attributeTypeNames.flatMap((type) => {
  const [text, value] = typed[type] ?? []
  if (text === undefined || value === undefined) return []
  return [{ type, title: `${typeRequirement(type, 'form')}the type ${type}`, text, value }]
})

test.each(typedTypes)('$title is edited in its control: $text becomes $value', async ({ type, text, value }) => {
  const onChange = show(fieldOf(type), null)
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBe(null))
  const control = document.querySelector('input:not([type=hidden]), textarea, select')
  if (!control) throw new Error('there is no field')
  fireEvent.change(control, { target: { value: text } })
  fireEvent.blur(control)
  expect(onChange).toHaveBeenLastCalledWith(value)
})

test(`${typeRequirement('boolean', 'form')}the type boolean is edited in its control: a click turns it over`, () => {
  const onChange = show(fieldOf('boolean'), false)
  fireEvent.click(screen.getByRole('checkbox'))
  expect(onChange).toHaveBeenLastCalledWith(true)
})

const cellTypes = attributeTypeNames.map((type) => {
  const hasSamples = attributeTypes[type].samples.length > 0
  return { type, row: hasSamples ? typeRequirement(type, 'grid') : '' }
})
describe.each(cellTypes)('the type $type', ({ type, row }) => {
  test(`${row}has a cell that shows its samples, and nothing where there is no value`, () => {
    const field = fieldOf(type)
    for (const sample of attributeTypes[type].samples) {
      render(
        <LanguageProvider initial={initial}>
          <Shown field={field} value={sample} />
        </LanguageProvider>,
      )
      expect(screen.getByTestId('cell').innerHTML).not.toBe('')
      cleanup()
    }
    render(
      <LanguageProvider initial={initial}>
        <Shown field={field} value={null} />
      </LanguageProvider>,
    )
    expect(screen.getByTestId('cell').innerHTML).toBe('')
  })
})

test.each([
  ['14', '14.00'],
  ['-12.5', '-12.50'],
  ['12.345', '12.345'],
  ['1104.98333333', '1,104.98'],
  ['0.33333333333333333333', '0.333333'],
  ['0.00123', '0.00123'],
  ['0', '0.00'],
  ['1234567890123456789.25', '1,234,567,890,123,456,789.25'],
])('a computed number %s, which has no scale, is shown as %s', (value, shown) => {
  render(
    <LanguageProvider initial={initial}>
      <Shown field={fieldOf('formula', { expression: '1', result: 'decimal' })} value={value} />
    </LanguageProvider>,
  )
  expect(screen.getByTestId('cell').textContent).toBe(shown)
})

test('what only the system fills in, keeps or runs has no place in forms', () => {
  const left = attributeTypeNames.filter((type) => !isInForms(attributeTypes[type].control))
  expect(left).toEqual(['hidden', 'button', '1:N', 'N:N'])
})

test('a submit saves the form that it stands in', () => {
  show(fieldOf('submit'), null)
  expect(screen.getByRole('button', { name: 'Amount' }).getAttribute('type')).toBe('submit')
})

test('an emptied control has no value', () => {
  const onChange = show(fieldOf('text'), 'abc')
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '' } })
  expect(onChange).toHaveBeenCalledWith(null)
})

test('a number is typed as the language writes it and told with all its digits', () => {
  const onChange = show(fieldOf('decimal'), null)
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '9,999,999,999,999,999.99' } })
  expect(onChange).toHaveBeenLastCalledWith('9999999999999999.99')
})

test('the pretext stands before the value; an amount of money without one has its currency there', () => {
  show(fieldOf('decimal', { pretext: 'about' }), '12.5')
  expect(screen.getByText('about')).toBeDefined()
  cleanup()
  show(fieldOf('decimal', { currency: 'EUR' }), '12.5')
  expect(screen.getByText('EUR')).toBeDefined()
})

test.each(['select', 'multiselect'] as const)('[R167] the type %s shows the picture of a choice', async (type) => {
  const field = fieldOf(type, { options: options.map((option) => ({ ...option, icon: 'coins' })) })
  const value = type === 'select' ? 'open' : ['open']
  show(field, value)
  await waitFor(() => expect(document.querySelector('.lucide-coins')).not.toBe(null))
  cleanup()
  render(
    <LanguageProvider initial={initial}>
      <Shown field={field} value={value} />
    </LanguageProvider>,
  )
  await waitFor(() => expect(screen.getByTestId('cell').querySelector('.lucide-coins')).not.toBe(null))
})
