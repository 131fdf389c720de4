import { expect, test } from 'vitest'
import { readOds } from '../../../server/planilhas/ods.mjs'
import { part, zip } from '../../support/an-xlsx.ts'

const cell = (text: string, more = '') =>
  `<table:table-cell office:value-type="string"${more}><text:p>${text}</text:p></table:table-cell>`
const row = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`
const NONE = '<table:table-cell table:number-columns-repeated="1000"/>'

const CONTENT = `<?xml version="1.0"?><office:document-content><office:automatic-styles>
<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>
<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>
</office:automatic-styles><office:body><office:spreadsheet>
<table:table table:name="Antiga" table:style-name="ta2">${row(cell('Nome'))}</table:table>
<table:table table:name="Mesa &amp; Cia" table:style-name="ta1"><table:table-column/>
<table:table-header-rows>${row(cell('Nome') + cell('Empresa') + NONE)}</table:table-header-rows>
<table:table-row-group>${row(
  `<table:table-cell office:value-type="string"><office:annotation><text:p>remark</text:p></office:annotation><text:p>Ana</text:p><text:p>Lima</text:p></table:table-cell>${cell('Aurora', ' table:number-rows-spanned="2"')}${NONE}`,
)}</table:table-row-group>
${row(`${cell('Bia')}<table:covered-table-cell/><table:table-cell office:value-type="float" office:value="34999110001"><text:p>3,5E10</text:p></table:table-cell>`)}
${row(cell('Caio'), ' table:visibility="filter"')}
${row('<table:table-cell office:value-type="date" office:date-value="2026-12-05"><text:p>05/12</text:p></table:table-cell>')}
${row(NONE, ' table:number-rows-repeated="1048570"')}
</table:table></office:spreadsheet></office:body></office:document-content>`

test('an .ods is read whole: grouped and repeated rows, what is hidden, and merged cells', async () => {
  const [antiga, lista] = await readOds(zip({ 'content.xml': part(CONTENT) }), 20_002)
  expect(antiga).toMatchObject({ name: 'Antiga', hidden: true, rows: [['Nome']] })
  expect(lista).toMatchObject({
    name: 'Mesa & Cia',
    hidden: false,
    merges: [{ startRow: 1, endRow: 2, startCol: 1 }],
  })
  expect(lista?.rows).toEqual([
    ['Nome', 'Empresa', null],
    ['Ana\nLima', 'Aurora', null],
    ['Bia', null, '34999110001'],
    ['Caio'],
    [new Date('2026-12-05T00:00:00Z')],
  ])
  expect([...(lista?.rowDefs ?? [])]).toEqual([[3, { hidden: true }]])
})
