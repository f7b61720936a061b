import type { Message } from '@huanwei/terminal/messages/message'

/** `text` without NUL, which PostgreSQL takes in no text. */
export const withoutNul = (text: string) => text.replaceAll('\0', '')

/** Fields of a message as JSON for the database; bytes as hexadecimal. */
export function messageContent({ id: _, ...fields }: Message | { id: number; rejected: string[] }): object {
  const plain = 'data' in fields && Buffer.isBuffer(fields.data) ? { ...fields, data: fields.data.toString('hex') } : fields
  return JSON.parse(JSON.stringify(plain, (_, value: unknown) => (typeof value === 'string' ? withoutNul(value) : value)))
}
