import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Button } from '#design/web/Button.tsx'
import { FormErrors } from '#design/web/FormErrors.tsx'
import { NumberField } from '#design/web/NumberField.tsx'
import { TextField } from '#design/web/TextField.tsx'
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
