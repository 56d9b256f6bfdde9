import { describe, expect, test } from 'vitest'
import { createEngine, type EngineRequest } from '#odata/engine.ts'
import { model, tables } from '../../../test/support/odataModel.ts'

// What these statements find is tried on real rows in test/server/odata.test.ts.
const engine = createEngine({ model, tables, sign: (text) => `s${text.length}` })
const asked: EngineRequest = { guards: () => null, wire: { numbersAsText: true, metadata: 'full' } }
const where = (filter: string) => {
  const { text, values } = engine.list('invoices', `$select=id&$filter=${filter}`, asked).statement
  return [/ from "shop"\."invoices" t where (.*?) order by t\./.exec(text)?.[1], ...values]
}

describe('conditions', () => {
  test.each([
    ["colour eq 'Blue'", ['t."colour" = $1::bigint', '10']],
    ["Model.Colour'Red' lt colour", ['$1::bigint < t."colour"', '1']],
    ["colour in ('Red',2)", ['t."colour" = any($1::bigint[])', ['1', '2']]],
    ["access has 'Read,Write'", ['(t."access")::bigint & $1::bigint = $1::bigint', '3']],
    ["took gt duration'-PT90M'", ['t."took" > $1::interval', 'PT-1H-30M']],
    ['opens ge 08:30', ['t."opens" >= $1::time', '08:30']],
    ["seal eq binary'_-8'", ['t."seal" = $1::bytea', '\\xffef']],
    ['weight lt 0.1', ['t."weight" < $1::float8', '0.1']],
    ['weight gt 5', [`(t."weight" > $1::float8 and t."weight" is distinct from 'NaN')`, '5']],
    ['weight eq NaN', ['false']],
    ['weight ne NaN', ['true']],
    ['ratio eq 0.1', ['t."ratio" = $1::float8', '0.10000000149011612']],
    ["address/city eq 'a'", ['t."address_city" = $1::text', 'a']],
    ['address eq null', ['(t."address_city" is null and t."address_zip" is null)']],
    ["tags/any(x:x eq 'a')", ['exists (select from unnest(t."tags") as v0(v) where v0.v = $1::text)', 'a']],
    ["'a' in tags", ['exists (select from unnest(t."tags") as v0(v) where $1::text = v0.v)', 'a']],
    ['sizes/$count eq 2', ['coalesce(cardinality(t."sizes"), 0)::bigint = $1::bigint', '2']],
    ["tags eq ['a']", [`coalesce((t."tags")::text[], '{}') = coalesce((array[$1::text]::text[])::text[], '{}')`, 'a']],
  ])('%s', (filter, expected) => expect(where(filter)).toEqual(expected))

  test('a literal is read by the type that it stands beside, and refused where it has no such value', () => {
    const refused = (filter: string) => expect(() => where(filter), filter).toThrow('query.typeMismatch')
    refused("colour eq 'Purple'")
    refused("colour eq Model.Access'Read'")
    refused("colour in (Model.Access'Read')")
    refused('colour add 1 eq 2')
    refused("took gt duration'P99999999999D'")
    refused("seal eq binary'A'")
    refused('tags gt tags')
    refused("hassubset(tags,'a')")
    refused('substring(name,weight) eq name')
    refused('opens add took eq opens')
    expect(() => where("colour eq Model.Color'Red'")).toThrow('query.unknownName')
    expect(() => where('weight eq 1e999')).toThrow('query.limit')
  })
})

describe('values', () => {
  const shown = (name: string) => {
    const { text } = engine.list('invoices', `$select=${name}&$top=1`, asked).statement
    return text
  }

  test('are shown as JSON has them', () => {
    expect(shown('weight')).toContain(`when 'Infinity' then '"INF"' when '-Infinity' then '"-INF"' when 'NaN'`)
    expect(shown('seal')).toContain(`rtrim(translate(encode(`)
    expect(shown('colour')).toContain(`case x.v when 1 then 'Red' when 2 then 'Green' when 10 then 'Blue' end`)
    expect(shown('access')).toContain(`concat_ws(',', case when x.v & 1 = 1 then 'Read' end`)
    expect(shown('tags')).toMatch(/coalesce\(to_json\(\S+\), '\[\]'\)/)
    expect(shown('address')).toMatch(
      /case when num_nonnulls\(\S+, \S+\) > 0 then json_build_object\('city', \S+ 'zip', \S+\) end as "address"/,
    )
  })
})

describe('what would grow without end', () => {
  const asks = (raw: string) => () => engine.list('invoices', raw, asked)
  const chain = (sign: string, count: number) => {
    const values = Array.from({ length: count }, (_, index) => `a${index} ${sign} a${index} as a${index + 1}`)
    return `rank ${sign} rank as a0,${values.join(',')}`
  }

  test('values of values are counted with all that they stand for', () => {
    expect(asks(`$compute=${chain('add', 5)}&$top=1`)).not.toThrow()
    expect(asks(`$compute=${chain('add', 25)}&$top=1`)).toThrow('query.limit')
    const steps = chain('add', 20).split(',').map((each) => `compute(${each})`) // prettier-ignore
    expect(asks(`$apply=${steps.join('/')}/aggregate(a20 with sum as s)`)).toThrow('query.limit')
  })

  test('numbers never get longer than the database can hold', () => {
    expect(asks(`$apply=aggregate(rank with sum as a)/compute(${'a mul '.repeat(20)}a as b)`)).not.toThrow()
    const steps = chain('mul', 12).replace('rank mul rank', 'a mul a').split(',').map((each) => `compute(${each})`) // prettier-ignore
    expect(asks(`$apply=aggregate(rank with sum as a)/${steps.join('/')}`)).toThrow('query.limit')
    // A sum of long numbers is long as well.
    const again = Array.from({ length: 12 }, () => 'compute(a mul a as b)/aggregate(b with sum as a)')
    expect(asks(`$apply=aggregate(rank with sum as a)/${again.join('/')}`)).toThrow('query.limit')
    expect(asks(`$apply=aggregate(rank with sum as a)/${again.slice(0, 3).join('/')}`)).not.toThrow()
  })
})
