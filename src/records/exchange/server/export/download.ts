import type { ExportFormat } from '#records/exchange/export/exportOptions.ts'

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl; charset=utf-8',
}

/** The headers of a file that is to be kept, not shown, under its name. */
export function downloadHeaders(name: string, format: ExportFormat): Readonly<Record<string, string>> {
  const plain = name.replaceAll(/[^\w.() -]/g, '_')
  return {
    'content-type': contentTypes[format],
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
}
