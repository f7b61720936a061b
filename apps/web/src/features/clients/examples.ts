/** A call as an example shows it: `path` with its query, `body` as JSON, or empty. */
export type Example = { host: string; clientId: string; method: string; path: string; body: string }

/** Languages in which calls are shown. The secret comes from the environment, where a program should have it from. */
export const examples = { shell, typescript, java, python } as const
export type ExampleLanguage = keyof typeof examples

/** The languages under their own names. */
export const languages: { value: ExampleLanguage; label: string }[] = [
  { value: 'shell', label: 'Shell' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'java', label: 'Java' },
  { value: 'python', label: 'Python' },
]

function shell({ host, clientId, method, path, body }: Example): string {
  return `client='${clientId}'
method='${method}'
path='${path}'
body='${body}'
timestamp=$(($(date +%s) * 1000))
nonce=$(openssl rand -hex 16)
hash=$(printf '%s' "$body" | openssl dgst -sha256 -r | cut -d' ' -f1)
sign=$(printf '%s\\n%s\\n%s\\n%s\\n%s' "$method" "$path" "$timestamp" "$nonce" "$hash" |
  openssl dgst -sha256 -hmac "$HUANWEI_SECRET" -r | cut -d' ' -f1)
curl -sS -X "$method" '${host}'"$path" \\
  -H "client-id: $client" -H "timestamp: $timestamp" -H "nonce: $nonce" \\
  -H 'sign-method: HMAC-SHA256' -H "sign: $sign"${body && ` \\\n  -H 'content-type: application/json' --data-binary "$body"`}
`
}

function typescript({ host, clientId, method, path, body }: Example): string {
  return `import { createHash, createHmac, randomBytes } from 'node:crypto'

const [client, secret] = ['${clientId}', process.env.HUANWEI_SECRET ?? '']

async function call(method: string, path: string, body = '') {
  const timestamp = String(Date.now())
  const nonce = randomBytes(16).toString('hex')
  const hash = createHash('sha256').update(body).digest('hex')
  const text = [method, path, timestamp, nonce, hash].join('\\n')
  const sign = createHmac('sha256', secret).update(text).digest('hex')
  const reply = await fetch('${host}' + path, {
    method,
    headers: {
      'client-id': client,
      timestamp,
      nonce,
      'sign-method': 'HMAC-SHA256',
      sign,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  })
  return reply.json()
}

console.log(JSON.stringify(await call('${method}', '${path}'${body && `, '${body}'`})))
`
}

function java({ host, clientId, method, path, body }: Example): string {
  return `import java.net.URI;
import java.net.http.*;
import java.security.*;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import static java.nio.charset.StandardCharsets.UTF_8;

public class Call {
  public static void main(String[] args) throws Exception {
    String client = "${clientId}", secret = System.getenv("HUANWEI_SECRET");
    String method = "${method}", path = "${path}", body = ${JSON.stringify(body)};
    HexFormat hex = HexFormat.of();
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    String timestamp = String.valueOf(System.currentTimeMillis()), nonce = hex.formatHex(random);
    String hash = hex.formatHex(MessageDigest.getInstance("SHA-256").digest(body.getBytes(UTF_8)));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    String text = String.join("\\n", method, path, timestamp, nonce, hash);
    String sign = hex.formatHex(mac.doFinal(text.getBytes(UTF_8)));
    HttpRequest request = HttpRequest.newBuilder(URI.create("${host}" + path))
        .headers("client-id", client, "timestamp", timestamp, "nonce", nonce, "sign-method", "HMAC-SHA256", "sign", sign)${body && '\n        .header("content-type", "application/json")'}
        .method(method, HttpRequest.BodyPublishers.ofString(body))
        .build();
    System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
`
}

function python({ host, clientId, method, path, body }: Example): string {
  return `import hashlib, hmac, os, secrets, time, urllib.request

client, secret = '${clientId}', os.environ['HUANWEI_SECRET']
method, path, body = '${method}', '${path}', '${body}'.encode()
timestamp, nonce = str(int(time.time() * 1000)), secrets.token_hex(16)
text = '\\n'.join([method, path, timestamp, nonce, hashlib.sha256(body).hexdigest()])
sign = hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
headers = {'client-id': client, 'timestamp': timestamp, 'nonce': nonce, 'sign-method': 'HMAC-SHA256', 'sign': sign${body && `, 'content-type': 'application/json'`}}
request = urllib.request.Request('${host}' + path, data=body or None, method=method, headers=headers)
print(urllib.request.urlopen(request).read().decode())
`
}
