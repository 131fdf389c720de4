import { expect, test } from 'vitest'
import { readPessoa } from '../../../server/domain/pessoa-escrita.ts'
import type { Respostas } from '../../../server/domain/pergunta.ts'
import { labelOf, ofNome, read } from '../../support/pessoa-lida.ts'

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
  ['Ana\ud83d Lima', FORA],
  ['Jo?o Lima', FORA],
  ['Jos? Lima', FORA],
  ['Ana Lima?', 'ANA LIMA'],
  ['Ana Lima mais um', 'ANA LIMA | 2 lugares'],
  ['Ana Lima e mais 3', 'ANA LIMA | 4 lugares'],
  ['Rui Lacerda e Sra.', 'RUI LACERDA | 2 lugares | Sra.'],
  ['Rui Lacerda - NÃO VEM', FORA],
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
  expect(limpoOf('Sr. José Lima (pref.)')).toMatchObject({ de: 'Sr. José Lima (pref.)', para: 'JOSÉ LIMA' })
  expect(limpoOf('João e Maria Lima')).toMatchObject({ para: 'JOÃO LIMA e MARIA LIMA' })
  expect(limpoOf(' ana   lima ')).toBeNull()
})
