/** The package's own types describe a module shape that neither Node nor the bundler sees; this is the part used here. */
declare module 'gcoord' {
  type System = 'WGS84' | 'GCJ02' | 'BD09'
  const gcoord: { transform(point: [number, number], from: System, to: System): [number, number] }
  export default gcoord
}
