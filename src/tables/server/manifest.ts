import { conversionHandler, type ConversionDeps } from '#tables/server/conversionJob.ts'

export const tableConcept = {
  jobs: ({ conversions }: { readonly conversions: ConversionDeps }) => ({ conversion: conversionHandler(conversions) }),
}
