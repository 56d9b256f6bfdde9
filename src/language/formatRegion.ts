/** The regions whose way of writing dates and numbers a person may choose, apart from the language. */
export const formatRegions = ['en-US', 'en-GB', 'de-DE', 'de-CH', 'es-ES', 'fr-FR', 'lv-LV', 'ru-RU', 'sv-SE'] as const
export type FormatRegion = (typeof formatRegions)[number]
