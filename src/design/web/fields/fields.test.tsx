import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { NumberField } from '#design/web/fields/NumberField.tsx'
import { RatingField } from '#design/web/fields/RatingField.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { LanguageProvider, loadLocale, type LoadedLocale } from '#language/web/language.tsx'

let latvian: LoadedLocale

beforeAll(async () => {
  latvian = await loadLocale('lv')
})
afterEach(cleanup)

describe('fields', () => {
  test('the message stands in the place of the undertext and belongs to the control', () => {
    const { rerender } = render(
      <TextField label="Name" undertext="As registered" value="" onChange={() => undefined} />,
    )
    const description = () => {
      const id = screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-describedby')
      return document.getElementById(id ?? '')?.textContent
    }
    expect(description()).toBe('As registered')
    rerender(<TextField label="Name" undertext="As registered" error="Too short" value="" onChange={() => undefined} />)
    expect(description()).toBe('Too short')
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  })

  test('stars are pressed, and taken back by a press on the last; a slider holds nothing to be focused', () => {
    function Form() {
      const [value, setValue] = useState(2)
      return <RatingField label="Rating" stars={5} value={value} onChange={setValue} />
    }
    render(
      <LanguageProvider initial={latvian}>
        <Form />
      </LanguageProvider>,
    )
    const slider = screen.getByRole('slider', { name: 'Rating' })
    const now = () => slider.getAttribute('aria-valuenow')
    const press = (star: number) => fireEvent.click(slider.querySelector(`[data-star="${star}"] svg`) ?? document.body)
    press(4)
    expect(now()).toBe('4')
    press(4)
    expect(now()).toBe('0')
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    expect(now()).toBe('1')
    expect(slider.querySelectorAll('button, [tabindex]')).toHaveLength(0)
  })

  test('a number is typed as the language writes it and kept as plain text with every digit', () => {
    const seen = vi.fn<(value: string) => void>()
    function Form() {
      const [value, setValue] = useState('1234567890123456789.5')
      return (
        <NumberField
          label="Amount"
          value={value}
          onChange={(next) => {
            seen(next)
            setValue(next)
          }}
        />
      )
    }
    render(
      <LanguageProvider initial={latvian}>
        <Form />
      </LanguageProvider>,
    )
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
    expect(input.value.replaceAll(/\s/gu, ' ')).toBe('1 234 567 890 123 456 789,5')
    fireEvent.focus(input)
    expect(input.value).toBe('1234567890123456789,5')
    fireEvent.change(input, { target: { value: '12,50' } })
    expect(seen).toHaveBeenLastCalledWith('12.50')
    fireEvent.change(input, { target: { value: 'twelve' } })
    expect(seen).toHaveBeenLastCalledWith('twelve')
  })

  test('new problems of a form move the focus to the first control', () => {
    render(
      <LanguageProvider initial={latvian}>
        <form>
          <FormErrors errors={[{ name: 'mail', label: 'Mail', text: 'Wrong' }]} />
          <TextField label="Name" name="name" value="" onChange={() => undefined} />
          <TextField label="Mail" name="mail" value="" onChange={() => undefined} />
        </form>
      </LanguageProvider>,
    )
    expect(document.activeElement?.getAttribute('name')).toBe('mail')
  })

  test('a pending button can be focused but does nothing', () => {
    const onPress = vi.fn<() => void>()
    render(
      <Button isPending onPress={onPress}>
        Save
      </Button>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(onPress).not.toHaveBeenCalled()
    expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true')
  })
})
