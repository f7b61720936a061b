import type { SocketNews, SocketOrder } from './socket-worker.ts'
import type { Wire } from './whole-messages.ts'

/** False where there are no workers, and once one could not be started. */
let hasWorkers = typeof Worker !== 'undefined'

/** A connection whose long messages are read beside the page; on the page where there are no workers. */
export function openWire(url: string, protocols: string[]): Wire {
  return hasWorkers ? openBeside(url, protocols) : new WebSocket(url, protocols)
}

function openBeside(url: string, protocols: string[]): Wire {
  const worker = new Worker(new URL('./socket-worker.ts', import.meta.url), { type: 'module' })
  const order = (what: SocketOrder) => worker.postMessage(what)
  let readyState: WebSocket['readyState'] = WebSocket.CONNECTING

  function closed(code: number, reason: string) {
    if (readyState === WebSocket.CLOSED) return
    readyState = WebSocket.CLOSED
    worker.terminate()
    wire.onclose?.(new CloseEvent('close', { code, reason }))
  }
  worker.onmessage = ({ data }: MessageEvent<SocketNews>) => {
    if (data.is === 'closed') closed(data.code, data.reason)
    else if (data.is === 'message') wire.onmessage?.(new MessageEvent('message', { data: data.data }))
    else {
      readyState = WebSocket.OPEN
      wire.onopen?.(new Event('open'))
    }
  }
  worker.onerror = ({ message }) => {
    hasWorkers = false
    closed(1006, message)
  }
  order({ open: { url, protocols } })

  const wire: Wire = {
    url,
    binaryType: 'arraybuffer',
    get readyState() {
      return readyState
    },
    send: (data) => order({ send: data }),
    close() {
      if (readyState === WebSocket.CLOSED) return
      readyState = WebSocket.CLOSING
      order({ close: true })
    },
    onopen: null,
    onerror: null,
    onclose: null,
    onmessage: null,
  }
  return wire
}
