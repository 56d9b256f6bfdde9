import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not the public internet: the special-purpose registry of IANA (RFC 6890 and what came after). */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Of IPv6 only this is given out to the public, without documentation, Teredo and 6to4, which may carry any IPv4 address. */
const global6 = ['2000::/3']
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const [closed4, open6, closed6] = [special4, global6, special6].map(networkList) as [BlockList, BlockList, BlockList]

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed4.check(address, 'ipv4')
    case 6:
      return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
    default:
      return false
  }
}

/** Networks as `10.0.0.0/8` or single addresses, as one list. Throws when one of them is neither. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, kind)
    else list.addSubnet(address, Number(bits), kind)
  }
  return list
}
