import { QrCode } from '../../facilities/QrCode.tsx'

/** The QR code of a page of this product, and what it is for. */
export function CodePanel({ path, text }: { path: string; text: string }) {
  return (
    <div className="board-code">
      <QrCode address={window.location.origin + path} label={text} />
      <p>{text}</p>
    </div>
  )
}
