import { fault } from '#faults/fault.ts'
import {
  checkCount,
  checkIds,
  type BatchAnswer,
  type Item,
  type BatchOutcome,
  type BatchPart,
} from '#odata/protocol/batch/item.ts'
import { namedIn } from '#odata/protocol/batch/batchResponse.ts'
import { valueOfBody } from '#odata/protocol/body.ts'
import type { Headers } from '#odata/protocol/message.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'

/** Parses a JSON batch (JSON format 4.01, 19). Requests of an atomicity group are adjacent. */
export function readJsonBatch(text: string): readonly Item[] {
  const body = valueOfBody(text)
  const requests = isObject(body) ? body['requests'] : undefined
  if (!Array.isArray(requests)) throw malformed('requests')
  if (requests.length > queryLimits.batch) throw overLimit('batch')
  const items: Item[] = []
  const groups = new Map<string, BatchPart[]>()
  requests.forEach((request: unknown, index) => {
    const { part, group } = partOf(request, `requests[${index}]`)
    if (group === undefined) return void items.push({ kind: 'single', part })
    const known = groups.get(group)
    if (known === undefined) {
      const parts = [part]
      groups.set(group, parts)
      return void items.push({ kind: 'group', id: group, parts })
    }
    const last = items.at(-1)
    if (last?.kind !== 'group' || last.id !== group) throw malformed(`requests[${index}].atomicityGroup`)
    return void known.push(part)
  })
  checkCount(items)
  checkIds(
    items.flatMap((item) => (item.kind === 'single' ? [item.part.id] : [item.id, ...item.parts.map(({ id }) => id)])),
  )
  checkDependencies(items)
  return items
}

/** The answers as a JSON batch. */
export function writeJsonBatch(outcomes: readonly BatchOutcome[]): { type: string; body: string } {
  const written = outcomes.flatMap((outcome) => {
    if (outcome.kind === 'single') return [responseText(outcome.id, undefined, outcome.response)]
    return outcome.responses.map(({ id, response }) => responseText(id, outcome.id, response))
  })
  return { type: 'application/json', body: `{"responses":[${written.join(',')}]}` }
}

function partOf(request: unknown, target: string): { part: BatchPart; group: string | undefined } {
  if (!isObject(request)) throw malformed(target)
  const { id, method, url, headers = {}, body, atomicityGroup: group, dependsOn = [], if: condition } = request
  if (typeof id !== 'string' || id === '') throw malformed(`${target}.id`)
  if (typeof method !== 'string') throw malformed(`${target}.method`)
  if (typeof url !== 'string') throw malformed(`${target}.url`)
  if (group !== undefined && typeof group !== 'string') throw malformed(`${target}.atomicityGroup`)
  if (!Array.isArray(dependsOn) || dependsOn.some((each) => typeof each !== 'string')) {
    throw malformed(`${target}.dependsOn`)
  }
  if (condition !== undefined && (typeof condition !== 'string' || condition === '')) throw malformed(`${target}.if`)
  if (condition !== undefined && namedIn(condition).some((each) => !dependsOn.includes(each))) {
    throw malformed(`${target}.dependsOn`)
  }
  const lower = lowered(headers, `${target}.headers`)
  const type = lower['content-type'] ?? 'application/json'
  const isJson = /^application\/json\b/i.test(type)
  // Bytes would be base64url here, which no write supports.
  if (body !== undefined && body !== null && !isJson && !/^text\//i.test(type)) {
    throw fault('server.unsupported', { feature: `${target}.body (${type.slice(0, 60)})` }, `${target}.body`)
  }
  const part = {
    id,
    method: method.toUpperCase(),
    url,
    headers: lower,
    body:
      body === undefined || body === null
        ? undefined
        : isJson || typeof body !== 'string'
          ? JSON.stringify(body)
          : body,
    dependsOn: dependsOn as string[],
    ...(condition !== undefined && { condition }),
  }
  return { part, group }
}

function lowered(headers: unknown, target: string): Headers {
  if (!isObject(headers) || Object.values(headers).some((value) => typeof value !== 'string')) throw malformed(target)
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as string]))
}

// Dependencies may only name earlier items; references in URLs or bodies need no entry.
function checkDependencies(items: readonly Item[]): void {
  const before = new Set<string>()
  for (const item of items) {
    const parts = item.kind === 'single' ? [item.part] : item.parts
    for (const { id, dependsOn } of parts) {
      if (dependsOn.some((each) => !before.has(each))) throw malformed('dependsOn')
      if (id !== undefined) before.add(id)
    }
    if (item.kind === 'group' && item.id !== undefined) before.add(item.id)
  }
}

function responseText(id: string | undefined, group: string | undefined, response: BatchAnswer) {
  const { status, headers, body } = response
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '')
  const shown = body === undefined ? '' : `,"body":${isJson ? body : JSON.stringify(body)}`
  const grouped = group === undefined ? '' : `,"atomicityGroup":${JSON.stringify(group)}`
  return `{"id":${JSON.stringify(id ?? '')}${grouped},"status":${status},"headers":${JSON.stringify(headers)}${shown}}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function malformed(target: string) {
  return fault('request.malformed', {}, target)
}
