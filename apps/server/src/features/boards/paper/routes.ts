import { getBoardPdf, getBoardPdfByToken } from '@huanwei/contract/boards/endpoints'
import type { Parsed } from '@huanwei/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/connect.ts'
import { languageOf } from '../../../http/language.ts'
import { notFound, Refused } from '../../../http/refuse.ts'
import { BinaryReply, serve } from '../../../http/serve.ts'
import { createRateLimiter } from '../../../lib/rate-limiter.ts'
import { accessOfViewer, type BoardAccess, type ScreenAccess } from '../access.ts'
import type { BoardQuestion, OpenBoard } from '../open-board.ts'
import { isOnPaper } from '../preset.ts'
import { presetAt } from '../presets.ts'
import { writePdf } from './write-pdf.ts'

/** PDFs of one account or token, and of all people or all tokens together: each takes the processor for some tenths of a second. */
const [own, all] = [
  { burst: 5, perSecond: 0.2 },
  { burst: 20, perSecond: 2 },
]

type PaperParts = { db: Database; open: OpenBoard; screenAccess: ScreenAccess }
type Asked = Omit<Parsed<typeof getBoardPdf>, 'deptId'>

/** Reports as PDF, for who is logged in and with a token. */
export function paperRoutes(app: FastifyInstance, { db, open, screenAccess }: PaperParts) {
  const mayMake = createRateLimiter(own)
  const [ofPeople, ofTokens] = [createRateLimiter(all), createRateLimiter(all)]

  async function make(
    account: string,
    mayMakeAny: typeof ofPeople,
    access: BoardAccess,
    { path, title, ...about }: Asked,
    language: BoardQuestion['language'],
  ) {
    const report = presetAt(path)
    if (!report || !isOnPaper(report)) throw notFound()
    const now = Date.now()
    // Who is refused for themselves takes nobody's place.
    if (!mayMake(account, now) || !mayMakeAny('', now)) throw new Refused(429, 'boards:refusal.manyPdfs')
    const read = await open({ path, language, ...access, about })
    const board = (await read()).whole()
    const pdf = await writePdf({ ...board, title: title || board.title }, language)
    pdf.end()
    return new BinaryReply(pdf, { 'content-type': 'application/pdf', 'cache-control': 'private, no-store' })
  }

  serve(app, getBoardPdf, async ({ deptId, ...asked }, viewer, { headers }) => {
    const access = await accessOfViewer(db, viewer, deptId)
    return make(`${viewer.tenantId} ${viewer.userId}`, ofPeople, access, asked, languageOf(headers))
  })

  serve(app, getBoardPdfByToken, async ({ token, ...asked }, _, request) => {
    // A file has no envelope.
    const { row, scope, namedDept } = await screenAccess({ path: asked.path, token }, request, 403)
    return make(`board ${row.id}`, ofTokens, { scope, namedDept }, asked, languageOf(request.headers))
  })
}
