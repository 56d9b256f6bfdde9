import { useState } from 'react'
import { draftsOf, urisOf, type AttributeRow } from '#entities/attributeRow.ts'
import { proposeCollectionName } from '#entities/collectionName.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { isNamingType } from '#entities/naming.ts'
import { entityUriProblems } from '#entities/rules.ts'
import type { EntityLook } from '#entities/web/EntityFields.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { proposeUri } from '#text/uri.ts'

export type EntityNameField = 'name' | 'collectionname' | 'uri'

const noNames = { name: '', collectionname: '', uri: '', recordsharing: true }
const plainLook: EntityLook = { description: '', ownership: 'user', icon: null, color: null }

/** A new entity as it is typed. Collection name and uri follow the name until they are typed. */
export function useEntityDraft(model: Model, source: EntityDefinition | undefined) {
  const { locale } = useLanguage()
  const [values, setValues] = useState({ ...noNames, ...(source && { recordsharing: source.recordsharing }) })
  const [look, setLook] = useState(source ? lookOf(source) : plainLook)
  const [own, setOwn] = useState({ collectionname: false, uri: false })
  const [rows, setRows] = useState<readonly AttributeRow[]>([])
  /** The line whose attribute names the records. */
  const [naming, setNaming] = useState<string | null>(null)

  const collectionname = own.collectionname ? values.collectionname : proposeCollectionName(values.name, locale)
  const uri = own.uri ? values.uri : proposeUri(collectionname, (each) => entityUriProblems(model, each).length > 0)
  // A line that nobody typed in is none.
  const used = rows.filter((row) => row.name.trim() !== '' || row.hasOwnUri)
  const uris = urisOf(used)
  const namingRows = used.flatMap(({ key, name, type }, index) =>
    isNamingType(type) ? [{ id: key, name, type, uri: uris[index] ?? '' }] : [],
  )
  const namingRow = namingRows.find(({ id }) => id === naming)
  const { name, recordsharing } = values
  return {
    names: { name, collectionname, uri },
    hasOwnUri: own.uri,
    isTouched: name !== '' || rows.some((row) => row.name !== ''),
    recordsharing,
    look,
    rows,
    namingRows,
    namingRow,
    draft: {
      ...look,
      name,
      collectionname,
      uri,
      recordsharing,
      ...(source ? {} : { attributes: draftsOf(used), naming: namingRow?.uri ?? null }),
    },
    changeName: (field: EntityNameField, value: string) => {
      setValues({ ...values, [field]: value })
      if (field !== 'name') setOwn({ ...own, [field]: value !== '' })
    },
    setSharing: (isOn: boolean) => setValues({ ...values, recordsharing: isOn }),
    changeLook: (next: Partial<EntityLook>) => setLook({ ...look, ...next }),
    setRows,
    dropEmptyRows: () => setRows(used),
    setNaming,
  }
}

function lookOf({ description, ownership, icon, color }: EntityDefinition): EntityLook {
  return { description: description ?? '', ownership, icon, color }
}
