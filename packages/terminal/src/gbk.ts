import iconv from 'iconv-lite'

/** Text of GBK bytes. Source: spec 4, IV. */
export const decodeText = (bytes: Buffer) => iconv.decode(bytes, 'gbk')

/** GBK bytes of a text; a character GBK lacks becomes `?`. */
export const encodeText = (text: string) => iconv.encode(text, 'gbk')
