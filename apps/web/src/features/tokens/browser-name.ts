/** Ordered: most browsers also name the ones they want to be taken for. */
const browsers: [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/Edg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** `Chrome 153 · Windows`; what is no browser says its own first word. */
export function browserName(userAgent: string): string {
  const [pattern, name] = browsers.find(([one]) => one.test(userAgent)) ?? []
  const system = systems.find(([one]) => one.test(userAgent))?.[1]
  const browser = pattern ? `${name} ${pattern.exec(userAgent)?.[1] ?? ''}`.trim() : userAgent.split(/[ /]/, 1)[0]
  return [browser, system].filter(Boolean).join(' · ') || '—'
}
