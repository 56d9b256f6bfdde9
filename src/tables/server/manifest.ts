import { conversionHandler, type ConversionDeps } from '#tables/server/conversionJob.ts'

export const tableManifest = {
  jobs: ({ conversions }: { readonly conversions: ConversionDeps }) => ({ conversion: conversionHandler(conversions) }),
}
