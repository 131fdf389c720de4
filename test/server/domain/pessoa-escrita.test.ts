import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPessoa } from '../../../server/domain/pessoa-escrita.ts'
import type { Respostas } from '../../../server/domain/pergunta.ts'
import { PROPERTY } from '../../support/property.ts'

const LABELS: Record<string, string> = { telefone: 'WhatsApp', acompanhantes: 'Acompanhantes' }
const labelOf = (field: string) => LABELS[field] ?? field

/** Who enters, with what differs from the plainest guest; then what is asked and what is told. */
function read(cells: Record<string, string>, said: Respostas = {}, ddd: string | null = null): string[] {
  const row = readPessoa(cells, said, { labelOf, ddd })
  if (row.kind === 'recusada') return row.problems.map((problem) => `recusada: ${problem}`)
  const pessoas = row.rows.map(({ cadastro, nota, lugares, empresaid, empresa }) => {
    const { nome, telefone, email } = cadastro
    const more = [telefone, email, lugares === 1 ? '' : `${lugares} lugares`, empresaid ?? '', empresa, nota]
    return [nome, ...more.filter((one) => one !== '')].join(' | ')
  })
  return [
    ...pessoas,
    ...row.perguntas.map(({ id, respostas }) => `? ${id}: ${respostas.map((one) => one.rotulo).join(' / ')}`),
    ...row.avisos.map((aviso) => `! ${aviso}`),
  ]
}
const ofNome = (nome: string, said?: Respostas) => read({ nome }, said)
const ofTelefone = (telefone: string, ddd?: string) => read({ nome: 'Ana', telefone }, {}, ddd ?? null)

const SEM_DDD = 'falta o DDD, como em 34 99911-2244; entra sem número'
const SOMA = 'recusada: parece ser um título, um total ou uma observação da lista: fica de fora'
const DUAS = '? duas-pessoas: Duas pessoas / Uma pessoa'
const QUANTOS = '? lugares: 4 lugares / 2 lugares / 3 lugares / 5 lugares / 6 lugares / 1 lugar'
const ENTRA = '? entra: Entra assim / Deixar de fora'
const FORA = '? entra: Deixar de fora / Entra assim'

test.each<[string, string, string, string, string, string[]]>([
  ...([
    [
      'Sr. José da Silva (pref.)',
      '1',
      '+55 (34) 99812-0001',
      'Prefeitura Municipal',
      'autoridade, mesa da frente',
      [
        'JOSÉ DA SILVA | 34998120001 | 2 lugares | Prefeitura Municipal | Sr. · pref. · autoridade, mesa da frente',
      ],
    ],
    [
      'João e Maria Queiroz',
      '',
      '34 99812-0002',
      'Fazenda São Bento',
      '',
      ['JOÃO QUEIROZ | 34998120002 | Fazenda São Bento', 'MARIA QUEIROZ | Fazenda São Bento', DUAS],
    ],
    [
      'Dr. Antônio Carlos Ribeiro + 1',
      'esposa',
      '34998120003',
      'Credivale',
      '',
      ['ANTÔNIO CARLOS RIBEIRO | 34998120003 | 2 lugares | Credivale | Dr. · esposa'],
    ],
    [
      'ANA LÚCIA DE FÁTIMA',
      '0',
      '99812-0004',
      'Assistência Rural',
      'sem ddd',
      ['ANA LÚCIA DE FÁTIMA | Assistência Rural | sem ddd', `! WhatsApp “99812-0004”: ${SEM_DDD}`],
    ],
    [
      'Maria do Carmo',
      '',
      '',
      'Assistência Rural',
      'não tem celular',
      ['MARIA DO CARMO | Assistência Rural | não tem celular'],
    ],
    ['Padre Anselmo 🙏', '', '(34) 9.9812-0006', '', 'bênção', ['PADRE ANSELMO | 34998120006 | bênção']],
    [
      'SILVA, Pedro Henrique da',
      '2',
      '34 99812-0007',
      'Mesa 1',
      '',
      ['PEDRO HENRIQUE DA SILVA | 34998120007 | 3 lugares | Mesa 1'],
    ],
    [
      'Família Alves',
      '5 pessoas',
      '34 99812-0008',
      'Café da Serra',
      '',
      [
        'FAMÍLIA ALVES | 34998120008 | 5 lugares | Café da Serra',
        '? lugares: 5 lugares / 6 lugares / 1 lugar',
      ],
    ],
    [
      'Pedro Henrique da Silva',
      '',
      '34 99812-0007',
      'Mesa 1',
      'repetido',
      ['PEDRO HENRIQUE DA SILVA | 34998120007 | Mesa 1 | repetido'],
    ],
    ['Vereador (a confirmar)', '', '', 'Prefeitura', '', ['VEREADOR | Prefeitura | a confirmar', ENTRA]],
    [
      'Carlos Eduardo Nunes',
      '',
      '34 99812-0011',
      'Banco da Serra Ag. Centro',
      '',
      ['CARLOS EDUARDO NUNES | 34998120011 | Banco da Serra Ag. Centro'],
    ],
    [
      'Joao  Batista   pereira',
      '',
      '0xx34 99812 0012',
      'Agro Máquinas Cerrado',
      '',
      ['JOAO BATISTA PEREIRA | 34998120012 | Agro Máquinas Cerrado'],
    ],
    [
      'Esposa do João Batista',
      '',
      '34 99812 0012',
      'Agro Máquinas Cerrado',
      'mesmo tel. do marido',
      ['ESPOSA DO JOÃO BATISTA | 34998120012 | Agro Máquinas Cerrado | mesmo tel. do marido'],
    ],
    [
      'Teresa Cristina',
      '',
      '3498120013',
      'Sementes Aurora',
      'falta um 9?',
      [
        'TERESA CRISTINA | 34998120013 | Sementes Aurora | falta um 9?',
        '? nono-digito: É 34 99812-0013 / Deixar sem número',
      ],
    ],
    [
      'Oculta da Silva',
      '',
      '34 99812-0099',
      'Assistência Rural',
      'linha oculta',
      ['OCULTA DA SILVA | 34998120099 | Assistência Rural | linha oculta'],
    ],
    [
      'Rosa Maria (mãe do presidente)',
      '',
      '34 3831-0016',
      '',
      'fixo',
      ['ROSA MARIA | 3438310016 | mãe do presidente · fixo'],
    ],
    ['TOTAL DE CONVIDADOS', '16', '', '', '', [SOMA]],
  ] as [string, string, string, string, string, string[]][]),
])('the secretary’s list of guests: %s', (nome, acompanhantes, telefone, empresa, nota, said) => {
  expect(read({ nome, acompanhantes, telefone, empresa, nota, confirmou: 'sim' })).toEqual(said)
})

test.each([
  'Prefeito Aurélio Bandeira',
  'Deputado Federal Tonico Lemos',
  'Pe. Anselmo',
  'Delegado Regional',
  'Comandante do Batalhão PM',
])('the secretary’s authorities: %s enters as typed', (nome) => {
  expect(ofNome(nome)).toEqual([nome.toLocaleUpperCase('pt-BR')])
  expect(readPessoa({ nome }, {}, { labelOf, ddd: null })).toMatchObject({ limpo: null })
})

test.each<[string, string[]]>([
  ['José Carvalho Dias', ['JOSÉ CARVALHO DIAS | 34992230001 | Mesa 4 - 10 lugares']],
  ['Rita (esposa do José) Carvalho', ['RITA CARVALHO | 34992230001 | Mesa 4 - 10 lugares | esposa do José']],
])('the secretary’s names and surnames: %s', (nome, said) => {
  expect(read({ nome, telefone: '34992230001', empresa: 'Mesa 4 - 10 lugares' })).toEqual(said)
})

test.each<[string, ...string[]]>([
  ['Maria de Fátima e Silva', 'MARIA DE FÁTIMA E SILVA'],
  ['José Bento e Silva', 'JOSÉ BENTO E SILVA'],
  ['José Bento e Silva Neto', 'JOSÉ BENTO E SILVA NETO'],
  ['D. Pedro', 'D. PEDRO'],
  ['D. Pedro Casaldáliga', 'PEDRO CASALDÁLIGA | D.'],
  ['Dona Rita', 'DONA RITA'],
  ['Dona Rita Lopes', 'RITA LOPES | Dona'],
  ['Profª. Ana Lima', 'ANA LIMA | Profª.'],
  ['Sr(a). Maria Lopes', 'MARIA LOPES | Sr.'],
  ['Exmo. Sr. Dr. João Lima', 'JOÃO LIMA | Exmo. Sr. Dr.'],
  ['Exmo. Sr. Prefeito', 'EXMO. SR. PREFEITO'],
  ['Drauzio Varella', 'DRAUZIO VARELLA'],
  ['José Jr.', 'JOSÉ JR.'],
  ['João Paulo II', 'JOÃO PAULO II'],
  ['D´Ávila Ana', "D'ÁVILA ANA"],
  ['João “Zé” Silva', 'JOÃO ZÉ SILVA'],
  ['1. João Lima', 'JOÃO LIMA'],
  ['- Ana', 'ANA'],
  ['1º Tenente Souza', 'TENENTE SOUZA | 1º'],
  ['Maria 34 99812-0012', 'MARIA | 34998120012'],
  ['José Silva, prefeito', 'JOSÉ SILVA | prefeito'],
  ['José Silva – prefeito', 'JOSÉ SILVA | prefeito'],
  ['\u202eAna\u202c \u200bLima', 'ANA LIMA'],
  [`Ana${' '.repeat(1_000)}Lima`, 'ANA LIMA'],
  ['Paulo (', 'PAULO'],
  ['(Bia)', 'BIA'],
  ['Maria (Bia)', 'MARIA | Bia'],
  ['Obsequio Total', 'OBSEQUIO TOTAL'],
])('a name is cleaned, and what was cut is the note: %s', (nome, ...said) => {
  expect(ofNome(nome)).toEqual(said)
})

test.each<[string, ...string[]]>([
  ['João Silva e esposa', 'JOÃO SILVA | 2 lugares | esposa'],
  ['João Silva (+2)', 'JOÃO SILVA | 3 lugares'],
  ['João c/ esposa e 2 filhos', 'JOÃO | 4 lugares | c/ esposa e 2 filhos'],
  ['João e acompanhante', 'JOÃO | 2 lugares | acompanhante'],
  ['Andrée família', 'ANDRÉE FAMÍLIA'],
  ['João e família', 'JOÃO | 4 lugares | família', QUANTOS],
  ['Família Alves', 'FAMÍLIA ALVES | 4 lugares', QUANTOS],
  ['Família Alves (5)', 'FAMÍLIA ALVES | 5 lugares', '? lugares: 5 lugares / 6 lugares / 1 lugar'],
  ['Casal Souza', 'CASAL SOUZA | 2 lugares', '? lugares: 2 lugares / 3 lugares / 1 lugar'],
  ['3 irmãos Souza', 'IRMÃOS SOUZA | 3 lugares', '? lugares: 3 lugares / 4 lugares / 1 lugar'],
  ['João + 15', 'JOÃO | 10 lugares', '! “João + 15”: são 16 lugares, e um convite tem até 10: entra com 10'],
  ['Maria + Zé + 2', 'MARIA | 3 lugares', 'ZÉ', DUAS],
  ['Ana Souza (65) 99911-2244', 'ANA SOUZA | 65999112244'],
  ['Bento e Silva', 'BENTO', 'SILVA', DUAS],
  ['Sr. e Sra. Souza', 'SR. SOUZA', 'SRA. SOUZA', DUAS],
  ['Dr. João & Maria da Silva', 'JOÃO DA SILVA | Dr.', 'MARIA DA SILVA | Dr.', DUAS],
  ['Ana, Bia e Carla', 'ANA', 'BIA', 'CARLA', '? duas-pessoas: 3 pessoas / Uma pessoa'],
  ['Ana (Bia) Souza', 'ANA SOUZA | Bia', '? nome: Entra como ANA SOUZA / Entra como ANA BIA SOUZA'],
  ['Silva, Pedro', 'PEDRO SILVA', '? nome: Entra como PEDRO SILVA / Entra como SILVA'],
  [
    'José Lima - Credivale',
    'JOSÉ LIMA | Credivale',
    '? nome: Entra como JOSÉ LIMA / Entra como JOSÉ LIMA CREDIVALE',
  ],
  ['Bia Souza 1️⃣', 'BIA SOUZA'],
  ['*João Silva', 'JOÃO SILVA', '? entra: Entra como JOÃO SILVA / Deixar de fora'],
  ['Ana_Paula', 'ANA PAULA', '? entra: Entra como ANA PAULA / Deixar de fora'],
  ['Ana\ud83d Lima', 'ANA LIMA', '? entra: Entra como ANA LIMA / Deixar de fora'],
  ['João (desistiu)', FORA],
  ['Mesa 1', FORA],
  ['a definir', FORA],
  ['N/A', FORA],
  ['e esposa', FORA],
])('companions are counted, and what is doubtful is asked: %s', (nome, ...said) => {
  expect(ofNome(nome)).toEqual(said)
})

test.each([
  ['', 'falta o nome'],
  [' '.repeat(1_000), 'falta o nome'],
  ['???', '“???” não é um nome: digite o nome completo'],
  ['12345', '“12345” não é um nome: digite o nome completo'],
  ['+1', '“+1” não é um nome: digite o nome completo'],
  ['X', '“X” não é um nome: digite o nome completo'],
  ['#N/D', 'o nome é “#N/D”: a fórmula não deu resultado'],
  ['=A2', 'o nome é “=A2”: a fórmula não deu resultado'],
  ['a'.repeat(10_000), `“${'a'.repeat(60)}…” é longo demais para um nome`],
])('a row without a name is refused: %s', (nome, problem) => {
  expect(ofNome(nome)).toEqual([`recusada: ${problem}`])
})

test.each([
  'TOTAL',
  'Subtotal:',
  'TOTAL 82',
  'Total geral',
  'Soma',
  '* 2 mesas reservadas p/ imprensa',
  'OBS: ver com a Cida',
  'Observações',
])('%s is no guest', (nome) => expect(ofNome(nome)).toEqual([SOMA]))

test('another answer than the likeliest stands once it is chosen', () => {
  const perguntas = (nome: string, said: Respostas) =>
    ofNome(nome, said).filter((line) => !line.startsWith('?'))
  expect(perguntas('João e Maria Queiroz', { 'duas-pessoas': 'uma' })).toEqual(['JOÃO E MARIA QUEIROZ'])
  expect(perguntas('Ana (Bia) Souza', { nome: 'nome-2' })).toEqual(['ANA BIA SOUZA | Bia'])
  expect(perguntas('Família Alves (5)', { lugares: '6' })).toEqual(['FAMÍLIA ALVES | 6 lugares'])
  expect(perguntas('Família Alves (5)', { lugares: '99' })).toEqual(['FAMÍLIA ALVES | 5 lugares'])
  expect(perguntas('Vereador (a confirmar)', { entra: 'fora' })).toEqual([])
  expect(perguntas('Mesa 1', { entra: 'entra' })).toEqual(['MESA'])
  expect(read({ nome: 'Ana', telefone: '3498120013' }, { 'nono-digito': 'sem-numero' })[0]).toBe('ANA')
  expect(read({ nome: 'Ana', empresa: '#N/D' }, { 'sem-empresa': 'fora' })[0]).toMatch(/^\? sem-empresa/)
})

test('a name is shown as typed and as it enters, where cleaning changed it', () => {
  const limpoOf = (nome: string) => {
    const row = readPessoa({ nome }, {}, { labelOf, ddd: null })
    return row.kind === 'lida' && row.limpo
  }
  expect(limpoOf('Sr. José Lima (pref.)')).toEqual({ de: 'Sr. José Lima (pref.)', para: 'JOSÉ LIMA' })
  expect(limpoOf('João e Maria Lima')).toMatchObject({ para: 'JOÃO LIMA e MARIA LIMA' })
  expect(limpoOf(' ana   lima ')).toBeNull()
})

test.each([
  [
    '34 99777-1111 / 34 3831-1234',
    '34997771111',
    '! WhatsApp “34 99777-1111 / 34 3831-1234”: há mais de um número; fica 34 99777-1111',
  ],
  [
    '34 3831-1234 / 99777-1111',
    '34997771111',
    '! WhatsApp “34 3831-1234 / 99777-1111”: há mais de um número; fica 34 99777-1111',
  ],
  [
    '34 3831-1234 ::: +55 34 99777-1111',
    '34997771111',
    '! WhatsApp “34 3831-1234 ::: +55 34 99777-1111”: há mais de um número; fica 34 99777-1111',
  ],
  ['34988776655.0', '34988776655'],
  ['３４ ９９８１２-００１２', '34998120012'],
  ['34/99812-0012', '34998120012'],
  ['034 99655-4433', '34996554433'],
  ['34 3831-0016 ramal 12', '3438310016'],
  ['cel. 34 99812-0012', '34998120012'],
  ['34 99812-0012 (Rita)', '34998120012 | 34 99812-0012 (Rita)'],
  ['-', ''],
  ['não tem', ''],
  ['falar c/ Rita', 'falar c/ Rita', '! WhatsApp “falar c/ Rita”: não é um número; entra sem número'],
  ['9812-0004', '', `! WhatsApp “9812-0004”: ${SEM_DDD}`],
  ['3831-1234 / 99', '', `! WhatsApp “3831-1234 / 99”: ${SEM_DDD}`],
  ['99812', '', '! WhatsApp “99812”: o número está incompleto, como em 34 99911-2244; entra sem número'],
  ['20 99812-0012', '', '! WhatsApp “20 99812-0012”: o DDD 20 não existe; entra sem número'],
  [
    '34 59812-0012',
    '',
    '! WhatsApp “34 59812-0012”: confira o número, como em 34 99911-2244; entra sem número',
  ],
  [
    '+1 212 555 1234',
    '+1 212 555 1234',
    '! WhatsApp “+1 212 555 1234”: é um número de fora do Brasil; entra sem número',
  ],
  [
    '3,49E+10',
    '',
    '! WhatsApp “3,49E+10”: a planilha cortou o número; mude o formato da coluna para Texto e digite-o de novo; entra sem número',
  ],
  ['#N/D', '', '! WhatsApp “#N/D”: a fórmula não deu resultado; entra sem número'],
  ['1'.repeat(5_000), '', `! WhatsApp “${'1'.repeat(60)}…”: há dígitos demais; entra sem número`],
])('a number is read or left out, and refuses no row: %s', (cell, said, ...avisos) => {
  expect(ofTelefone(cell)).toEqual([said === '' ? 'ANA' : `ANA | ${said}`, ...avisos])
})

test('a number without area code gets the event’s own, and says so', () => {
  const aviso = (cell: string) => `! WhatsApp “${cell}”: faltava o DDD; entra com o 34`
  expect(ofTelefone('99812-0004', '34')).toEqual(['ANA | 34998120004', aviso('99812-0004')])
  expect(ofTelefone('3831-0004', '34')).toEqual(['ANA | 3438310004', aviso('3831-0004')])
  expect(ofTelefone('9812-0004', '34')).toEqual([
    'ANA | 34998120004',
    '? nono-digito: É 34 99812-0004 / Deixar sem número',
    aviso('9812-0004'),
  ])
  expect(ofTelefone('11 99812-0004', '34')).toEqual(['ANA | 11998120004'])
})

test.each<[string, string, ...string[]]>([
  ['1', '2 lugares'],
  ['1,0', '2 lugares'],
  ['+ 3', '4 lugares'],
  ['5 pessoas', '6 lugares'],
  ['1 (esposa)', '2 lugares'],
  ['sim', '2 lugares'],
  ['esposa e filho', '3 lugares | esposa e filho'],
  ['família', '4 lugares | família', QUANTOS],
  ...['0', 'não', '-', 'nenhum', ''].map((cell): [string, string] => [cell, '']),
  ['Maria Souza', '2 lugares | Maria Souza'],
  ['talvez', 'talvez', '! Acompanhantes “talvez”: não diz quantos são; fica na observação'],
  ['#N/D', '', '! Acompanhantes “#N/D”: a fórmula não deu resultado; fica vazio'],
])('companions beside a name: "%s"', (acompanhantes, said, ...more) => {
  expect(read({ nome: 'Ana', acompanhantes })).toEqual([said === '' ? 'ANA' : `ANA | ${said}`, ...more])
})

test('who is named in the row is no companion besides', () => {
  expect(read({ nome: 'João e Maria Lima', acompanhantes: '1' }).slice(0, 2)).toEqual([
    'JOÃO LIMA',
    'MARIA LIMA',
  ])
  expect(read({ nome: 'João e família', acompanhantes: '3' })).toEqual(['JOÃO | 4 lugares | família'])
  expect(read({ nome: 'Ana Lima', lugares: '2' })).toEqual(['ANA LIMA | 2 lugares'])
  expect(read({ nome: 'Ana Lima', lugares: '1' })).toEqual(['ANA LIMA'])
  expect(read({ nome: 'João e Maria Lima', lugares: '3' })[0]).toBe('JOÃO LIMA | 2 lugares')
  expect(read({ nome: 'Família Alves', lugares: '5' })[0]).toBe('FAMÍLIA ALVES | 5 lugares')
})

test('other cells that cannot be read are left out; a lost company is asked', () => {
  const ana = (cells: Record<string, string>) => read({ nome: 'Ana', ...cells })
  const SEM = '? sem-empresa: Entra sem empresa / Deixar de fora'
  expect(ana({ email: 'a@b' })).toEqual(['ANA', '! email “a@b”: não é um e-mail completo; entra sem e-mail'])
  expect(ana({ email: 'a@b.com' })).toEqual(['ANA | a@b.com'])
  expect(ana({ nota: '#REF!' })).toEqual(['ANA', '! nota “#REF!”: a fórmula não deu resultado; fica vazio'])
  for (const empresa of ['#N/D', '=PROCV(A2)']) expect(ana({ empresa })).toEqual(['ANA', SEM])
  expect(ana({ empresaid: 'são' })).toEqual(['ANA', SEM])
  expect(ana({ empresaid: 'acme', empresa: '#N/D' })).toEqual(['ANA | acme'])
  expect(ana({ empresaid: 'são', empresa: 'Serra' })).toEqual([
    'ANA | Serra',
    '! empresaid “são”: não é código de empresa; usamos o nome',
  ])
  expect(ana({ confirmou: 'não vem' })).toEqual([FORA])
  expect(
    readPessoa({ nome: 'Ana', estado: 'Desistiu', acompanha: 'Rui' }, {}, { labelOf, ddd: null }),
  ).toMatchObject({
    rows: [{ isWithdrawn: true, acompanha: 'Rui' }],
  })
})

test('whatever is typed, a row enters, is asked about or is refused; its questions have ids of their own', () => {
  const sign = fc.constantFrom(...Array.from('Aã1 .,+&/()[]*"–-:#=e🙏\u200b\ud83d\n'))
  const cell = fc.oneof(
    fc.string(),
    fc.array(sign, { maxLength: 60 }).map((signs) => signs.join('')),
  )
  const fields = ['nome', 'telefone', 'email', 'empresaid', 'empresa', 'acompanhantes', 'nota', 'confirmou']
  const row = fc.record(Object.fromEntries(fields.map((field) => [field, cell])))
  fc.assert(
    fc.property(row, (cells) => {
      const said = readPessoa(cells, {}, { labelOf, ddd: '34' })
      if (said.kind === 'recusada') {
        expect(said.problems).toHaveLength(1)
        return
      }
      const ids = said.perguntas.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(said.rows.length + ids.length).toBeGreaterThan(0)
      for (const { cadastro, nota, lugares } of said.rows) {
        const { nome, telefone } = cadastro
        expect([nome, telefone]).toEqual([
          expect.stringMatching(/\p{L}.*\p{L}/u),
          expect.stringMatching(/^(\d{10,11})?$/),
        ])
        expect([lugares >= 1, lugares <= 10, nota.length <= 400]).toEqual([true, true, true])
      }
    }),
    PROPERTY,
  )
})

test.each([' ', '(', 'Sr. ', ', ', ' e ', '+ ', '* ', '1 ', 'a.', ' - ', '/', '9-', '😀', 'e filho '])(
  'a cell of nothing but "%s" is read at once',
  (sign) => {
    const cell = sign.repeat(100_000)
    const started = performance.now()
    for (const nome of [`Ana ${cell}x`, `Ana ${sign.repeat(60)}x`])
      read({ nome, telefone: cell, email: cell, empresa: cell, acompanhantes: cell, nota: cell })
    expect(performance.now() - started).toBeLessThan(2_000)
  },
)
