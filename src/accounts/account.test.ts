import { describe, expect, test } from 'vitest'
import { profileSchema, resetConfirmSchemas, signInSchema, signUpSchemas, verifySchema } from '#accounts/account.ts'
import { countriesNamed, countryCodes } from '#accounts/country.ts'
import { passwordRules } from '#accounts/password.ts'
import {
  placeAfterSignIn,
  publicPage,
  refreshInterval,
  refreshMethod,
  signInAddress,
  storageKeys,
} from '#accounts/session.ts'
import { maySignIn, statusAfter, userStatuses } from '#accounts/status.ts'
import { Fault } from '#faults/fault.ts'
import { parse } from '#faults/schema.ts'

const whole = {
  firstname: 'Ilze',
  lastname: 'Kalniņa',
  email: 'Ilze@Example.org',
  mobilephone: '+371 2000 0000',
  country: 'LV',
  password: 'Otter7Bay',
  repeatpassword: 'Otter7Bay',
  terms: true,
}

/** The refused fields of a sign-up, as `field code`. */
function refused(change: Record<string, unknown>): string[] {
  return problemsOf(() => parse(signUpSchemas.standard, { ...whole, ...change }))
}

function problemsOf(work: () => unknown): string[] {
  try {
    work()
    return []
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return error.details.map(({ target, code }) => `${target} ${code}`)
  }
}

const withPassword = (password: string) => refused({ password, repeatpassword: password })

describe('sign-up', () => {
  test('[R249] [R250] [R251] [R252] [R255] [R256] [R258] takes every field; the address in lower case', () => {
    expect(parse(signUpSchemas.standard, whole)).toEqual({ ...whole, email: 'ilze@example.org' })
    expect(parse(signUpSchemas.standard, { ...whole, lastname: '', mobilephone: '', country: '' })).toMatchObject({
      lastname: '',
      mobilephone: null,
      country: null,
    })
  })

  test('[R364] a password of 5 or 25 characters is refused, 6 and 24 are accepted', () => {
    expect(withPassword('Secr1')).toEqual(['password validation.length'])
    expect(withPassword(`Aa1${'x'.repeat(22)}`)).toEqual(['password validation.length'])
    expect(withPassword('Secre1')).toEqual([])
    expect(withPassword(`Aa1${'x'.repeat(21)}`)).toEqual([])
  })

  test.each([
    ['[R365] an uppercase letter', 'secret1', 'upper'],
    ['[R366] a lowercase letter', 'SECRET1', 'lower'],
    ['[R367] a number', 'Secrets', 'number'],
  ])('%s is needed', (_name, password, rule) => {
    expect(withPassword(password)).toEqual(['password validation.passwordCase'])
    expect(passwordRules.standard.filter(({ holds }) => !holds(password)).map(({ name }) => name)).toEqual([rule])
  })

  test('[R256] the repeated password must be equal', () => {
    expect(refused({ repeatpassword: 'Secret2' })).toEqual(['repeatpassword validation.passwordRepeat'])
  })

  test('[R368] [R369] [R370] the first name is required; first and last name hold up to 64 characters', () => {
    expect(refused({ firstname: undefined })).toEqual(['firstname validation.required'])
    expect(refused({ firstname: '  ' })).toEqual(['firstname validation.required'])
    expect(refused({ firstname: 'x'.repeat(64), lastname: 'x'.repeat(64) })).toEqual([])
    expect(refused({ firstname: 'x'.repeat(65) })).toEqual(['firstname validation.tooLong'])
    expect(refused({ lastname: 'x'.repeat(65) })).toEqual(['lastname validation.tooLong'])
  })

  test('[R371] an e-mail address of up to 254 characters is accepted', () => {
    const address = (length: number) => `${'x'.repeat(length - 12)}@example.org`
    expect(refused({ email: address(254) })).toEqual([])
    expect(refused({ email: address(255) })).toEqual(['email validation.tooLong'])
    for (const bad of ['ilze', 'ilze@', '@example.org', 'a b@example.org', 'ilze@example', 'a@b.c\nBcc: x@y.z'])
      expect(refused({ email: bad }), bad).toEqual(['email validation.email'])
  })

  test('[R372] a mobile phone number holds 3 to 21 characters', () => {
    expect(refused({ mobilephone: '112' })).toEqual([])
    expect(refused({ mobilephone: '1'.repeat(21) })).toEqual([])
    expect(refused({ mobilephone: '11' })).toEqual(['mobilephone validation.length'])
    expect(refused({ mobilephone: '1'.repeat(22) })).toEqual(['mobilephone validation.length'])
    expect(refused({ mobilephone: 'call me' })).toEqual(['mobilephone validation.phone'])
  })

  test('without agreeing to the terms it is refused, with all else that is wrong', () => {
    expect(refused({ terms: false })).toEqual(['terms validation.terms'])
    expect(refused({ terms: undefined, firstname: '', repeatpassword: 'other', country: 'XX' }).toSorted()).toEqual([
      'country validation.option',
      'firstname validation.required',
      'repeatpassword validation.passwordRepeat',
      'terms validation.terms',
    ])
  })
})

test('sign-in asks for a session by cookie, strict and not remembered unless told otherwise', () => {
  expect(parse(signInSchema, { email: 'a@b.lv', password: 'x' })).toEqual({
    email: 'a@b.lv',
    password: 'x',
    method: 'cookie',
    mode: 'strict',
    remember_me: false,
  })
})

test('[R257] a verification code has six digits', () => {
  const proof = { email: 'a@b.lv', ticket: 'x' }
  expect(parse(verifySchema, { ...proof, code: ' 012345 ' }).code).toBe('012345')
  expect(() => parse(verifySchema, { ...proof, code: '12345' })).toThrow(Fault)
  expect(() => parse(verifySchema, { email: 'a@b.lv', code: '012345' })).toThrow(Fault)
})

test('a profile has no room for status, rights or another address', () => {
  const sent = { firstname: 'Ilze', status: 'active by email', admin: true, email: 'x@y.lv', id: '1' }
  expect(parse(profileSchema, sent)).toEqual({ firstname: 'Ilze' })
  expect(parse(profileSchema, { mobilephone: null })).toEqual({ mobilephone: null })
})

describe('user status', () => {
  test('[R298] [R299] [R300] [R301] inactive, created, active by email, active by mobile: transitions as ruled', () => {
    expect(statusAfter('created', 'emailVerified')).toBe('active by email')
    expect(statusAfter('created', 'mobileVerified')).toBe('active by mobile')
    expect(statusAfter('active by email', 'mobileVerified')).toBe('active by email')
    expect(statusAfter('active by mobile', 'emailVerified')).toBe('active by mobile')
    expect(statusAfter('active by email', 'carrierChanged')).toBe('created')
    for (const status of userStatuses) expect(statusAfter(status, 'disabled')).toBe('inactive')
    expect(statusAfter('inactive', 'enabled', 'active by mobile')).toBe('active by mobile')
    expect(statusAfter('inactive', 'enabled')).toBe('created')
    expect(statusAfter('created', 'neverVerified')).toBe('inactive')
  })

  test('a disabled user verifies nothing, and only verified users may be signed in', () => {
    expect(statusAfter('inactive', 'emailVerified')).toBe('inactive')
    expect(userStatuses.filter(maySignIn)).toEqual(['active by email', 'active by mobile'])
  })
})

describe('session rules', () => {
  test('[R080] [R081] [R082] a first segment that is empty, "index" or "auth" marks a public page', () => {
    for (const path of ['/', '', '/?a=1', '/index', '/index/f/x', '/auth', '/auth/signup?x#y'])
      expect(publicPage(path), path).toBe(true)
    for (const path of ['/main', '/authors', '/indexes', '/d', '/main?x=/auth', '/environments#/auth'])
      expect(publicPage(path), path).toBe(false)
  })

  test('a place to return to is a path of this site', () => {
    expect(signInAddress('/main?tab=1')).toBe('/auth?next=%2Fmain%3Ftab%3D1')
    expect(placeAfterSignIn('/main?tab=1')).toBe('/main?tab=1')
    for (const bad of [
      '//evil.org',
      '/\\evil.org',
      'https://evil.org',
      '/a\\b',
      '/\t/evil.org',
      '/auth/signout',
      '',
      null,
    ])
      expect(placeAfterSignIn(bad), String(bad)).toBe('/main')
  })

  test('[R421] [R422] cookie where cookies are enabled and the page is secure, jwt otherwise', () => {
    expect(refreshMethod({ secureContext: true, cookiesEnabled: true })).toBe('cookie')
    expect(refreshMethod({ secureContext: false, cookiesEnabled: true })).toBe('jwt')
    expect(refreshMethod({ secureContext: true, cookiesEnabled: false })).toBe('jwt')
  })

  test('[R545] [R522] storage keys and the interval of the specification', () => {
    expect(storageKeys).toEqual({ accessToken: 'access_token', rememberMe: 'remember_me' })
    expect(refreshInterval).toBe(15 * 60)
  })
})

test('countries are those of ISO 3166-1, named and ordered in the reader’s language', () => {
  expect(countryCodes).toHaveLength(249)
  const names = new Intl.DisplayNames('lv', { type: 'region' })
  const named = countriesNamed((code) => names.of(code), 'lv')
  expect(named.find(({ code }) => code === 'LV')?.name).toBe('Latvija')
})

test('the policy strong asks for 12 to 128 characters and for nothing else', () => {
  const found = (password: string) =>
    problemsOf(() => parse(resetConfirmSchemas.strong, { token: 't', password, repeatpassword: password }))
  expect(found('correct horse battery staple')).toEqual([])
  expect(found('x'.repeat(12))).toEqual([])
  expect(found('ж'.repeat(128))).toEqual([])
  expect(found('Otter7Bay')).toEqual(['password validation.length'])
  expect(found('x'.repeat(129))).toEqual(['password validation.length'])
  expect(passwordRules.strong.map(({ name }) => name)).toEqual(['length'])
})
