import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk, errors } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where the files of an installation are kept, by keys of ours such as `{environment}/{file}`. */
export type Storage = {
  /** Whether processes with other data folders see the same files. */
  readonly isShared: boolean
  /** Takes a file of this machine over. */
  keep(key: string, file: string): Promise<void>
  /** The same, and the file stays. */
  keepCopy(key: string, file: string): Promise<void>
  keepBytes(key: string, bytes: Uint8Array): Promise<void>
  /** Its bytes as a stream; undefined when it is not there. */
  read(key: string): Promise<Readable | undefined>
  remove(key: string): Promise<void>
  /** Removes all whose keys begin with the folder. */
  removeFolder(folder: string): Promise<void>
}

/** An S3 bucket, or one of a server that speaks its protocol. */
export type Bucket = {
  readonly name: string
  readonly region: string
  /** The server; Amazon's when left out. */
  readonly endpoint: string | undefined
  readonly accessKey: string
  readonly secretKey: string
}

/** Opens the bucket, or a folder of the data folder where there is none. */
export async function openStorage(dataFolder: string, bucket: Bucket | undefined): Promise<Storage> {
  const disk = bucket ? await bucketDisk(bucket) : folderDisk(join(dataFolder, 'files'))
  return { isShared: bucket !== undefined, ...storageOn(disk) }
}

function folderDisk(location: string): Disk {
  return new Disk(new FSDriver({ location, visibility: 'private' }))
}

// Its client is large, and most installations do not need it.
async function bucketDisk({ name, region, endpoint, accessKey, secretKey }: Bucket): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new Disk(
    new S3Driver({
      bucket: name,
      region,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
      visibility: 'private',
      supportsACL: false,
      // Servers other than Amazon's keep the frames of checksums that they do not know as content.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  )
}

function storageOn(disk: Disk): Omit<Storage, 'isShared'> {
  return {
    keep: (key, file) => disk.moveFromFs(file, key),
    keepCopy: (key, file) => disk.copyFromFs(file, key),
    keepBytes: (key, bytes) => disk.put(key, bytes),
    async read(key) {
      if (!(await disk.exists(key))) return undefined
      return disk.getStream(key).catch(absent)
    },
    remove: (key) => disk.delete(key),
    removeFolder: (folder) => disk.deleteAll(`${folder}/`),
  }
}

function absent(error: unknown): undefined {
  if (error instanceof errors.E_CANNOT_READ_FILE) return undefined
  throw error
}
