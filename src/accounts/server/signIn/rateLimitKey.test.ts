import { expect, test } from 'vitest'
import { rateLimitKey } from '#accounts/server/signIn/rateLimitKey.ts'

test('all addresses of one IPv6 network are one place, however they are written', () => {
  for (const ip of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2:3:4:5:6'])
    expect(rateLimitKey(ip), ip).toBe('2001:db8:1:2::/64')
  expect(rateLimitKey('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(rateLimitKey('::1')).toBe('0:0:0:0::/64')
  expect(rateLimitKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('an IPv4 address is a place of its own, also where a socket for both writes it', () => {
  expect(rateLimitKey('192.0.2.7')).toBe('192.0.2.7')
  expect(rateLimitKey('::ffff:192.0.2.7')).toBe('192.0.2.7')
})
