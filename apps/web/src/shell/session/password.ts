const blockBytes = 16

/**
 * The password as the token endpoint takes it: AES-128-CBC, key = IV, zero padding, Base64. WebCrypto pads once more (PKCS#7);
 * that last block is dropped, which leaves the zero-padded text. Without a key, and outside a secure context, where there is no WebCrypto, the
 * plain Base64 form is sent: both are compatibility, secrecy is the job of TLS. Source: spec 4, S0 §5.
 */
export async function encryptPassword(password: string, key: string | null | undefined): Promise<string> {
  const text = new TextEncoder().encode(password)
  if (!key || !globalThis.crypto?.subtle) return toBase64(text)
  const padded = new Uint8Array(Math.ceil(text.length / blockBytes) * blockBytes)
  padded.set(text)
  const iv = Uint8Array.from(key, (character) => character.charCodeAt(0))
  const cryptoKey = await crypto.subtle.importKey('raw', iv, 'AES-CBC', false, ['encrypt'])
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, cryptoKey, padded)
  return toBase64(new Uint8Array(encrypted, 0, padded.length))
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
