import { expect, test } from 'vitest'
import { cleanFileName, extensionOf, isAccepted } from '#attributes/files.ts'

test('a name is a label: no path, no control character, no excess length', () => {
  expect(cleanFileName('../../etc/passwd')).toBe('passwd')
  expect(cleanFileName('..\\..\\boot.ini')).toBe('boot.ini')
  expect(cleanFileName('/abs/olute.txt')).toBe('olute.txt')
  expect(cleanFileName('a\u0000b\u202egnp.exe')).toBe('abgnp.exe')
  expect(cleanFileName('..')).toBe('file')
  expect(cleanFileName(`${'x'.repeat(400)}.pdf`)).toMatch(/^x{251}\.pdf$/)
  expect(cleanFileName('Ķēde.pdf')).toBe('Ķēde.pdf')
})

test('endings, media types and families of them are accepted', () => {
  const pdf = { name: 'A.PDF', type: 'application/pdf' }
  expect(isAccepted([], pdf)).toBe(true)
  expect(isAccepted(['.pdf'], pdf)).toBe(true)
  expect(isAccepted(['image/*'], pdf)).toBe(false)
  expect(isAccepted(['image/*'], { name: 'a', type: 'image/png' })).toBe(true)
  expect(isAccepted(['application/pdf', '.docx'], pdf)).toBe(true)
  expect(extensionOf('a.tar.gz')).toBe('.gz')
  expect(extensionOf('README')).toBe('')
})
