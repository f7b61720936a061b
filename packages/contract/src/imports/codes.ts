/** Columns of the sheets that can be imported, in the order of their templates. The words `imports` name them: `column.plateNumber`. */
export const sheetColumns = {
  users: ['username', 'name', 'gender', 'phone', 'deptName', 'roleNames', 'password'],
  vehicles: [
    'plateNumber',
    'plateColour',
    'name',
    'deptName',
    'vehicleType',
    'vehicleFunction',
    'driverName',
    'driverPhone',
    'vin',
    'vehicleCamera',
    'intercomAccount',
    'remark',
  ],
  facilities: [
    'code',
    'name',
    'deptName',
    'facilityType',
    'address',
    'lng',
    'lat',
    'toiletKind',
    'facilityClass',
    'builtYear',
    'floorArea',
    'cubiclesMen',
    'cubiclesWomen',
    'cubiclesShared',
    'equipment',
    'openingHours',
    'managerName',
    'intercomAccount',
    'remark',
  ],
  cans: ['code', 'name', 'deptName', 'wasteType', 'capacity', 'address', 'lng', 'lat', 'remark'],
} as const

export type SheetName = keyof typeof sheetColumns
export type SheetColumn = (typeof sheetColumns)[SheetName][number]

/** Key of the title of a column in the words `imports`: people have full names. */
export const titleOf = (sheet: SheetName, column: SheetColumn) =>
  sheet === 'users' && column === 'name' ? 'column.personName' : (`column.${column}` as const)

/** Columns that a new row needs. */
export const requiredColumns: Readonly<Record<SheetName, readonly SheetColumn[]>> = {
  users: ['username', 'phone', 'deptName', 'password'],
  vehicles: ['plateNumber', 'deptName', 'vehicleType'],
  facilities: ['name', 'deptName', 'facilityType', 'lng', 'lat'],
  cans: ['name', 'deptName', 'lng', 'lat'],
}

/** Rows of one import. The password of each user costs the server some hundredths of a second. */
export const mostImportRows: Readonly<Record<SheetName, number>> = { users: 500, vehicles: 5000, facilities: 5000, cans: 5000 }
