import iconv from 'iconv-lite'

/** Decodes GBK bytes. Source: spec 4, IV. */
export const decodeText = (bytes: Buffer) => iconv.decode(bytes, 'gbk')

/** Encodes text as GBK; a character outside GBK becomes `?`. */
export const encodeText = (text: string) => iconv.encode(text, 'gbk')
