import { getBoardPhotos, readBoardByToken, showBoardPicture } from '@huanwei/contract/boards/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/connect.ts'
import { elsewhere } from '../../../http/elsewhere/place.ts'
import { languageOf } from '../../../http/language.ts'
import { notFound } from '../../../http/refuse.ts'
import { serve } from '../../../http/serve.ts'
import type { MediaShare } from '../../../media/share.ts'
import type { Latest } from '../../../position/latest/latest.ts'
import type { FileAddresses } from '../../files/file-addresses.ts'
import type { Build } from '../../sites/build.ts'
import { type CameraParts, camerasFor } from '../../video/cameras.ts'
import { openPicture, type PictureOffice } from '../../video/open-picture.ts'
import type { ScreenAccess } from '../access.ts'
import type { Feed } from '../live/watch-feed.ts'
import { type OpenBoard, replyOf } from '../open-board.ts'
import type { NoteBeat } from './heartbeats.ts'
import { keyOf, mayShowPictures, onlooker } from './viewers.ts'

type ScreenParts = {
  db: Database
  latest: Latest
  build: Build
  media: PictureOffice
  share: Pick<MediaShare, 'places'>
  sources: CameraParts['sources']
  open: OpenBoard
  feed: Feed
  noteBeat: NoteBeat
  addresses: Pick<FileAddresses, 'addressOf'>
  screenAccess: ScreenAccess
}

/** Screens read their board, and the pictures on it, with a token. */
export function screenRoutes(app: FastifyInstance, parts: ScreenParts) {
  const { db, latest, build, feed, media, share, sources, open, noteBeat, addresses, screenAccess } = parts
  const cameras = camerasFor({ db, latest, sources })

  serve(app, readBoardByToken, async ({ path, token, known, day, period, facilityId, ...beat }, _, request) => {
    const { row, scope, namedDept } = await screenAccess({ path, token }, request)
    await noteBeat(row, { ...beat, address: request.ip })
    const about = { day, period, facilityId }
    const read = await open({ path, scope, namedDept, language: languageOf(request.headers), about })
    return replyOf(await read(), known, { build, feed })
  })

  serve(app, getBoardPhotos, async ({ path, token, ...about }, _, request) => {
    const { row, scope, namedDept } = await screenAccess({ path, token }, request)
    const read = await open({ path, scope, namedDept, language: languageOf(request.headers), about })
    const { panels } = await read()
    const names = panels.flatMap(({ data }) => (data?.shape === 'photos' ? data.photos.map(({ fileName }) => fileName) : []))
    return [...new Set(names)].map((fileName) => ({
      fileName,
      url: addresses.addressOf(fileName, 1, { login: null, board: row.id, variant: 'outside' }),
    }))
  })

  serve(app, showBoardPicture, async ({ path, token, ...camera }, _, request) => {
    const { row, scope } = await screenAccess({ path, token }, request)
    const place = elsewhere(share.places, row.tenantId, request)
    if (place) return place
    if (!(await db.within(scope, (tx) => mayShowPictures(tx, row)))) throw notFound()
    const asker = { account: `board ${row.id}`, token: keyOf(row) }
    return openPicture({ media, cameras }, onlooker(scope), asker, { ...camera, stream: 'sub' })
  })
}
