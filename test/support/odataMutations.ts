import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'

type Case = { readonly rule: string; readonly input: string; readonly valid: boolean }

/** Requests to the reference service of every kind. */
const ownSeeds: readonly string[] = [
  `products?$filter=colour eq Reference.Colour'Red' and access has 'Read,Delete' or colour in ('Blue',null)&$orderby=colour desc,took`,
  `products?$filter=took add duration'P1DT2H' gt duration'PT1.5S' or made_on sub duration'P9999D' lt now()&$select=code,address/city`,
  `products?$filter=tags/any(t:t eq 'steel' and sizes/any(s:s gt $it/stock)) or hassubset(sizes,[1,2]) or 'a' in tags&$count=true`,
  `products?$filter=weight mul 1e300 div 0 gt INF or weight eq NaN or cast(weight,Edm.Int32) le 5e-324 add price mod 0.7&$top=3`,
  `products?$filter=address/place/latitude gt 5.5 or address eq null or address/place ne null&$orderby=address/street,weight desc`,
  `products?$filter=time(made_on) lt 12:30:00 and opens ge 08:00 and hour(opens) in (1,8) and seal eq binary'T0RhdGE'`,
  `products?$compute=weight mul 2 as w,w add price as x,took mul stock as d&$select=w,x,d&$orderby=x desc&$filter=w gt 1`,
  `products?$apply=concat(aggregate(stock with sum from colour with max as m),groupby((done),aggregate(tickets/$count as n))/toppercent(50,n))&$select=m`,
  `categories?$expand=products($apply=groupby((colour),aggregate(weight with sum as w));$orderby=w;$top=1)`,
  `products?$apply=filter(price gt 1)/groupby((colour,address/city),aggregate(took with sum as t,weight with average as w))&$orderby=t`,
  `products?$expand=tickets($filter=day eq 2026-02-28;$orderby=number desc;$top=1;$count=true),category($select=name)&$search=ham OR "x y"`,
  `products(00000000-0000-7000-8100-000000000001)?$select=address($select=city,place/latitude),tags&$expand=category($expand=products/$count)`,
  `products(00000000-0000-7000-8100-000000000001)/address/place/latitude/$value`,
  `products(code='hammer')/tickets?$orderby=number&$filter=contains(title,'o')&$top=1&$count=true`,
  `categories('o''hara%20%26%20sons')/products/$count?$filter=sizes/$count($filter=$this gt 1) ge 1`,
  `tickets(9007199254740993)/product/category/$ref`,
  `products/$filter(price gt 1)/$count`,
  `products/average(colour='Red')`,
  `longest(durations=@d)?@d=[duration'PT1H',duration'P1D']`,
  `dearest(count=2)?$orderby=price&$select=code&$skip=1`,
  `twice?value=1e308`,
  `company/motto`,
  `$entity?$id=products(00000000-0000-7000-8100-000000000001)`,
  `products?$filter=case(done:took,true:duration'PT1S') gt -took or -weight lt round(weight) or not (units divby share ge 3)`,
  `products?$filter=substring(code,stock,2) eq concat(name,'x') and matchesPattern(code,'^[a-z]+$') and length(trim(name)) gt -1`,
  `products?$filter=tickets/any(t:t/product/tags/any(u:u eq t/title)) or tickets/$count($filter=number gt 1) eq 2&$format=json`,
  `products?$filter=day add took gt 2026-01-01 or date(made_on) sub day ge duration'P1D' or year(day) mul 100000 gt 9e99`,
  `products?$filter=cast(price,Edm.String) eq '12.5' or cast(name,Edm.Decimal) gt 1e3 or cast('2026-02-28',Edm.Date) lt day or cast(code,Edm.Duration) eq took`,
  `products?$filter=cast(cast(made_on,Edm.String),Edm.DateTimeOffset) eq made_on and cast(cast(weight,Edm.String),Edm.Single) ne weight and cast(seal,Edm.String) ne 'x'&$compute=cast(weight,Edm.Single) as w`,
  `products?$filter=geo.distance(place,geography'SRID=4326;Point(24.1 56.95)') lt 1e3 or geo.length(route) gt 1 or geo.intersects(geometry'SRID=3059;Point(4 2)',zone)`,
  `products?$filter=geo.intersects(place,geography'SRID=4326;Polygon((20 55,28 55,28 58,20 55))')&$orderby=geo.distance(place,place)&$select=place,zone`,
  `products?$filter=address eq {"city":"Paris","place":{"latitude":1.5}} or address in [{"city":null},null] or tags in [['steel'],[]]`,
  `products?$filter=indexof(concat(sizes,[1]),[3]) gt -1 and endswith(tags,['steel']) and substring(sizes,-2,stock) ne [1] or length(tags) eq 2`,
  `products?$filter=Reference.worth(rate=0.5) gt 1 or taxed(amount=price,rate=1e-3) le 2 or category/products/any(p:p/Reference.worth(rate=@r) gt 1)&@r=2`,
  `categories?$expand=products($filter=$it/name ne name and $it/products/$count gt 1;$orderby=$it/code,price;$expand=tickets($filter=number gt 0;$top=2))`,
  `products(code='saw')/zone/$value`,
  `products?$skiptoken=ZlsiYSJd.abc&$orderby=weight`,
]

const pieces =
  `' " ( ) [ ] { } , ; : % & = $ / @ # . - + \\ %00 %FF %27 %2F null not any(a: /$count $it/ $this case( ) eq 9e330 -9e99 NaN INF duration' binary' 99999999999999999999 P 10000-01-01 T24:00:00Z`.split(
    ' ',
  )

const change = fc.record({
  at: fc.nat(),
  remove: fc.nat({ max: 6 }),
  insert: fc.oneof(fc.constantFrom(...pieces, ' ', ' eq '), fc.string({ maxLength: 3, unit: 'binary' })),
})

type Change = { readonly at: number; readonly remove: number; readonly insert: string }

/** A text with places of it removed and others put in. */
function mutated(text: string, changes: readonly Change[]): string {
  return changes.reduce((text, { at, remove, insert }) => {
    const place = at % (text.length + 1)
    return text.slice(0, place) + insert + text.slice(place + remove)
  }, text)
}

/** Addresses of the reference service, of every kind. */
export const seeds: readonly string[] = ownSeeds.map((seed) => encodeURI(seed).replaceAll('%25', '%'))

/** Addresses below the service root: ours, those of the OASIS cases where they are at hand, and both mutated. */
export function addresses(): fc.Arbitrary<string> {
  // Ours go deeper, as their names are known: they come as often as all others.
  const seed = fc.oneof(fc.constantFrom(...seeds), fc.constantFrom(...seeds, ...oasisSeeds()))
  const changes = fc.array(change, { maxLength: 3 })
  return fc.tuple(seed, changes).map(([text, changes]) => mutated(text, changes))
}

function oasisSeeds(): readonly string[] {
  const folder = process.env['ODATA_ABNF']
  const file = folder === undefined ? '' : join(folder, 'abnf-cases.json')
  if (!existsSync(file)) return []
  const cases = (JSON.parse(readFileSync(file, 'utf8')) as Case[]).filter(({ valid }) => valid)
  return cases.flatMap(({ rule, input }) => {
    if (rule === 'odataRelativeUri' || rule === 'resourcePath') return [input]
    if (/^(?:filter|orderby|select|expand|search|compute|apply|queryOptions|top|skip)$/.test(rule))
      return [`products?${input}`]
    return rule.endsWith('Expr') ? [`products?$filter=${input}`] : []
  })
}

const bodySeeds: readonly string[] = [
  `{"code":"x","name":"N","colour":"Red","access":"Read,Write","price":12.5,"stock":3,"units":"9007199254740993","share":255}`,
  `{"code":"y","weight":"INF","took":"PT1H30M","opens":"08:00:00","made_on":"2026-01-01T00:00:00Z","day":"2026-02-28","seal":"T0Rh"}`,
  `{"code":"z","tags":["a",null,"b"],"sizes":[1,2],"colours":["Red",10],"address":{"city":"R","place":{"latitude":1.5}},"done":true}`,
  `{"code":"w","category@odata.bind":"categories('tools')","tickets":[{"number":77,"title":"T"}]}`,
  `{"code":"u","place":{"type":"Point","coordinates":[24.1,56.95]},"zone":{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]]]},"@odata.type":"#Reference.Product"}`,
  `{"code":"t","route":"SRID=4326;LineString(1 2,3 4)","address":{"@odata.type":"#Reference.Address","city":"R"}}`,
  `{"code":"v","category":{"code":"new","name":"New"},"tickets@odata.bind":["tickets(1)"]}`,
]

/** Bodies of writes, mutated. */
export const bodies: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...bodySeeds), fc.array(change, { minLength: 0, maxLength: 2 }))
  .map(([text, changes]) => mutated(text, changes))
