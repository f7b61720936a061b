import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Database } from '../../../db/connect.ts'
import type { Places } from '../../../http/elsewhere/place.ts'
import type { Viewer } from '../../../http/viewer.ts'
import type { NameOfPlace } from '../../../lib/place-names.ts'
import type { Latest } from '../../../position/latest/latest.ts'
import type { FileAddresses } from '../../files/file-addresses.ts'
import type { camerasFor } from '../cameras.ts'
import type { createFileLists } from '../playback/file-lists.ts'
import type { createPtz } from '../ptz/stops.ts'
import type { createUploadOffice } from '../uploads/office.ts'
import type { ApiAnswer } from './asked.ts'

export type ApiParts = {
  db: Database
  latest: Pick<Latest, 'vehicles'>
  addresses: Pick<FileAddresses, 'addressOf'>
  nameOfPlace: NameOfPlace
  places: Places
  ptz: Pick<ReturnType<typeof createPtz>, 'move'>
  lists: Pick<ReturnType<typeof createFileLists>, 'find'>
  cameras: ReturnType<typeof camerasFor>
  upload: ReturnType<typeof createUploadOffice>['start']
  controlUpload: ReturnType<typeof createUploadOffice>['control']
}

/** A call of the video interface, `StandardApiAction_<name>.action`. */
export type ApiCall = {
  name: string
  /** Reads the parameters, by their names in lower case; undefined when they are wrong. */
  read(parameters: object): Answer | undefined
}

type Answer = (viewer: Viewer, parts: ApiParts, request: FastifyRequest) => Promise<ApiAnswer>
type Handle<In extends z.ZodType> = (
  asked: z.output<In>,
  viewer: Viewer,
  parts: ApiParts,
  request: FastifyRequest,
) => Promise<ApiAnswer>

/** A call whose parameters have the form `input`, by their names in lower case; others are passed over. */
export const call = <In extends z.ZodType>(name: string, input: In, handle: Handle<In>): ApiCall => ({
  name,
  read(parameters) {
    const asked = input.safeParse(parameters)
    return asked.success ? (...rest) => handle(asked.data, ...rest) : undefined
  },
})
