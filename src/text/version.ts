/** Specification 9: the product's version, shown in settings and health; package.json has it as 1.2025.4. */
export const productVersion = '1.2025.04'
/** The product's one name. */
export const productName = 'Lintel'
