import { expect, test } from 'vitest'
import { serviceRootOf } from '#records/server/serviceRoot.ts'

const web = 'https://lintel.example.com'
const envid = '01a1fd05-5de6-7182-ac99-951fb451230c'
const asked = (headers: object, host = 'lintel.example.com', of = envid) => ({
  params: { envid: of },
  headers: headers as Record<string, string>,
  host,
  protocol: 'http' as const,
})
const old = { 'odata-maxversion': '4.0' }

test.each([
  ['those who read 4.01', asked({}), `/api/odata/v1/${envid}/`],
  ['those who read no more than 4.0', asked(old), `${web}/api/odata/v1/${envid}/`],
  ['the own host of the environment', asked({}, 'acme.lintel.example.com', 'host'), '/api/odata/v1/'],
  ['both', asked(old, 'acme.lintel.example.com', 'host'), 'https://acme.lintel.example.com/api/odata/v1/'],
  ['another host than the configured one', asked(old, '10.0.0.5:3000'), `http://10.0.0.5:3000/api/odata/v1/${envid}/`],
])('the service root for %s', (_who, request, root) => {
  expect(serviceRootOf(request, web)).toBe(root)
})
