import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { featuresByPlace } from '#entities/feature.ts'
import { emptyModel } from '#entities/model.ts'
import { FeatureSwitch } from '#entities/web/FeatureSwitches.tsx'
import type { FeatureRecord } from '#entities/wire.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'

const initial = await loadLocale('en')

afterEach(cleanup)

const never: FeatureRecord = {
  key: 'history',
  entity_id: null,
  on: true,
  version: 0,
  since: null,
  by: null,
  change_id: null,
}

function show(feature: FeatureRecord, model = emptyModel) {
  const turned: boolean[] = []
  render(
    <LanguageProvider initial={initial}>
      <FeatureSwitch {...{ feature, model }} isOn={feature.on} onTurn={(on) => turned.push(on)} />
    </LanguageProvider>,
  )
  return { turned, control: screen.getByRole<HTMLInputElement>('switch') }
}

test('a switch says what it means when off, and what it needs before it does anything', () => {
  const { turned, control } = show(never)
  expect(control.checked).toBe(true)
  expect(screen.getByText(/Off: records show no earlier versions/)).toBeDefined()
  expect(screen.getByText(/on from the beginning · Needs a table whose changes are recorded/)).toBeDefined()
  fireEvent.click(control)
  expect(turned).toEqual([false])
})

test('one that was moved says since when and by whom', () => {
  const { control } = show({ ...never, key: 'export', on: false, since: '2026-04-01T12:00:00Z', by: 'Ilze Kalniņa' })
  expect(control.checked).toBe(false)
  expect(screen.getByText('off since Apr 1, 2026, by Ilze Kalniņa')).toBeDefined()
})

test('a table cannot have what the environment has not', () => {
  const off = { key: 'trash', entity_id: null, on: false, version: 1, change_id: '' } as const
  const model = { ...emptyModel, features: featuresByPlace([off]) }
  const { control } = show({ ...never, key: 'trash', entity_id: 'e' }, model)
  expect(control.disabled).toBe(true)
  expect(screen.getByText(/Switched off for the whole environment/)).toBeDefined()
})
