import { expect, test } from 'vitest'
import { unitBranch, chainOf, idsBeyond } from '#security/unit.ts'

const units = [
  { id: 'port', parent_id: 'north' },
  { id: 'root', parent_id: null },
  { id: 'quay', parent_id: 'port' },
  { id: 'north', parent_id: 'root' },
  { id: 'south', parent_id: 'root' },
]

test('a branch is a unit with all below it, in whatever order they come', () => {
  expect([...unitBranch(units, 'north')].toSorted()).toEqual(['north', 'port', 'quay'])
  expect([...unitBranch(units, 'south')]).toEqual(['south'])
})

test('a chain is a unit with all above it', () => {
  expect([...chainOf(units, 'quay')]).toEqual(['quay', 'port', 'north', 'root'])
  expect(idsBeyond(chainOf(units, 'quay'), chainOf(units, 'south'))).toEqual(['quay', 'port', 'north'])
})

test('a circle, should there ever be one, ends', () => {
  const circle = [
    { id: 'a', parent_id: 'b' },
    { id: 'b', parent_id: 'a' },
  ]
  expect([...chainOf(circle, 'a')]).toEqual(['a', 'b'])
  expect([...unitBranch(circle, 'a')].toSorted()).toEqual(['a', 'b'])
})
