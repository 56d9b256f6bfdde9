import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isOpenlyRead, readConfig } from '#main/config.ts'
import { configurationDocument } from '#main/configurationDocument.ts'
import { readSecret } from '#main/secret.ts'

describe('configuration', () => {
  test('runs without any variable, on the loopback only', () => {
    expect(readConfig({ PATH: '/bin', BASE_URL: '', PORT: ' ' })).toEqual({
      production: false,
      host: '127.0.0.1',
      databaseDriver: 'wire',
      port: 3000,
      portExact: false,
      baseUrl: undefined,
      trustProxy: false,
      corsOrigins: [],
      databaseUrl: undefined,
      dataFolder: '.lintel/data',
      secret: undefined,
      previousSecret: undefined,
      smtpUrl: undefined,
      mailFrom: 'Lintel <lintel@localhost>',
      smsUrl: undefined,
      callsPerSecond: 200,
      drainSeconds: 0,
      upgradeCopy: true,
      region: 'eu',
      logLevel: 'info',
      identity: { providers: [], outboundAllow: [], outboundPorts: [80, 443], demoHost: false, passwords: 'standard' },
    })
  })

  test('a provider is offered when its keys are set; half of them stop the start, and secrets are not repeated', () => {
    const microsoft = { MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 'secret' }
    expect(readConfig(microsoft).identity.providers).toEqual([
      {
        id: 'microsoft',
        name: 'Microsoft',
        issuer: 'https://login.microsoftonline.com/common/v2.0',
        clientId: 'id',
        clientSecret: 'secret',
      },
    ])
    const sentence = 'GOOGLE_CLIENT_SECRET must be set where GOOGLE_CLIENT_ID is.'
    expect(() => readConfig({ GOOGLE_CLIENT_ID: 'id' })).toThrow(sentence)
    const own = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'hidden' }
    expect(() => readConfig(own)).toThrow('OIDC_ISSUER must be set where OIDC_CLIENT_ID is.')
    expect(readConfig({ OUTBOUND_ALLOW: '10.1.0.0/16, ::1' }).identity.outboundAllow).toEqual(['10.1.0.0/16', '::1'])
    expect(readConfig({ OUTBOUND_PORTS: '443, 8443' }).identity.outboundPorts).toEqual([443, 8443])
    expect(() => readConfig({ OUTBOUND_PORTS: '443;22' })).toThrow('OUTBOUND_PORTS must be ports')
    expect(() => readConfig({ OUTBOUND_ALLOW: 'intranet' })).toThrow('OUTBOUND_ALLOW must be addresses or networks')
  })

  test('a port that is set is taken exactly', () => {
    expect(readConfig({ PORT: '8080' })).toMatchObject({ port: 8080, portExact: true })
  })

  test.each([
    ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535, but is "abc".'],
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535, but is "70000".'],
    ['NODE_ENV', 'prod', 'NODE_ENV must be one of production, development, test, but is "prod".'],
    [
      'BASE_URL',
      'https://x.example/app',
      'BASE_URL must be an address without a path, but is "https://x.example/app".',
    ],
    [
      'BASE_URL',
      'javascript:1',
      'BASE_URL must be an address such as https://lintel.example.com, without a path, but is "javascript:1".',
    ],
    ['REGION', 'moon', 'REGION must be one of eu, us, ap, ru, but is "moon".'],
    ['MAIL_FROM', 'nobody', 'MAIL_FROM must be a mail address such as Lintel <lintel@example.com>, but is "nobody".'],
  ])('%s=%s stops the start with one sentence', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(sentence)
  })

  test.each(['DATABASE_URL', 'SMTP_URL', 'SECRET', 'SECRET_PREVIOUS'])(
    'a wrong %s is never repeated, for it may hold a password',
    (name) => {
      expect(() => readConfig({ [name]: 'mysql:hunter2' })).toThrow(new RegExp(`^${name} must be (?!.*hunter2)`))
    },
  )

  test('production mode refuses to start without the public address and a mail server', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('BASE_URL must be set in production mode.')
    expect(() => readConfig({ NODE_ENV: 'production', BASE_URL: 'https://x.example' })).toThrow('SMTP_URL must be set')
  })

  test('production is not shown without encryption, but on this machine or where the operator says so', () => {
    const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example' }
    const at = (address: string, more = {}) => readConfig({ ...production, BASE_URL: address, ...more }).baseUrl
    expect(() => at('http://lintel.example.com')).toThrow(
      'BASE_URL must begin with https: in production mode, unless ALLOW_HTTP is on.',
    )
    expect(() => at('http://localhost.example.com')).toThrow('BASE_URL must begin with https:')
    expect(at('http://lintel.example.com', { ALLOW_HTTP: 'on' })).toBe('http://lintel.example.com')
    for (const own of ['http://localhost:3000', 'http://eu.localhost', 'http://127.0.0.1:3000', 'http://[::1]']) {
      expect(at(own), own).toBe(own)
    }
    // Elsewhere the start warns of it.
    expect(['http://lintel.lan', 'https://lintel.lan', 'http://localhost'].map(isOpenlyRead)).toEqual([
      true,
      false,
      false,
    ])
  })

  test('the public address is kept as an origin', () => {
    expect(readConfig({ BASE_URL: 'https://Lintel.example.com:443/' }).baseUrl).toBe('https://lintel.example.com')
  })

  test('docs/configuration.md tells exactly these variables', async () => {
    await expect(configurationDocument()).toMatchFileSnapshot('../../docs/configuration.md')
  })
})

describe('the secret', () => {
  test('is made once, at random, and only its owner can read it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lintel-secret-'))
    const both = await Promise.all([
      readSecret({ secret: undefined, dataFolder: folder }),
      readSecret({ secret: undefined, dataFolder: folder }),
    ])
    expect(both[0]).toBe(both[1])
    expect(both[0]?.length).toBe(64)
    expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
    expect(await readSecret({ secret: 'x'.repeat(32), dataFolder: folder })).toBe('x'.repeat(32))
    await rm(folder, { recursive: true })
  })
})
