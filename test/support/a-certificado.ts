import type { CertificadoInput } from '../../server/arte/certificado/layout.ts'

/** The contents of an event's certificates, one page by default. */
export function aCertificado(given: Partial<CertificadoInput> = {}): CertificadoInput {
  return {
    anfitriao: 'Sociedade Rural do Vale Dourado',
    ocasiao: 'Palestra comemorativa dos 80 anos',
    titulo: 'A terra, o tempo e o trabalho',
    local: 'Auditório do Parque de Exposições',
    cidade: 'Vale Dourado',
    quando: '23 de setembro de 2027',
    horas: '2 horas',
    assinaturas: [
      { nome: 'Antônio Carlos Ribeiro Prado', cargo: 'presidente' },
      { nome: 'Helena Moraes Vilela', cargo: 'diretora de eventos' },
    ],
    endereco: 'convites.valedourado.example/certificado',
    url: 'https://convites.valedourado.example/certificado?codigo=',
    paginas: [{ nome: 'MARIA APARECIDA D’ÁVILA DOS SANTOS', codigo: 'KGRGK-7W6RM' }],
    ...given,
  }
}

/** Every text as long as organisers have typed it, and longer. */
export const LONGEST: Partial<CertificadoInput> = {
  anfitriao: 'Associação dos Produtores e Criadores de Gado Zebu do Triângulo Mineiro e Alto Paranaíba',
  ocasiao: 'Cerimônia de encerramento e confraternização dos 125 anos',
  titulo: 'Sustentabilidade, sucessão familiar e o futuro do cooperativismo agropecuário',
  local: 'Centro de Convenções e Eventos Governador José Sarney Filho',
  cidade: 'São José do Vale do Rio Preto do Norte',
  quando: '30 de setembro, 1º, 2 e 3 de outubro de 2027',
  horas: '2 horas e 45 minutos',
  assinaturas: [
    { nome: 'W'.repeat(60), cargo: 'Diretora-presidente do conselho de administração e de eventos sociais' },
    { nome: 'MARIA DA CONCEIÇÃO APARECIDA VASCONCELLOS DE ALBUQUERQUE SÁ', cargo: 'W'.repeat(60) },
  ],
  endereco: `${'w'.repeat(60)}.example/certificado`,
}

/** Guests' names: short, long, of one word, with every mark, and some that no font here has completely. */
export const NOMES = [
  ...['ANA', 'ANA LIMA', 'JOÃO D’ÁVILA', "JOSÉ D'ÁVILA", 'MARIA APARECIDA D’ÁVILA DOS SANTOS', 'ÉÔÜ ÇÃÑ'],
  ...['MARIA DA CONCEIÇÃO APARECIDA VASCONCELLOS DE ALBUQUERQUE SÁ', 'JOÃO PEDRO DE ALCÂNTARA FRANCISCO'],
  ...['ANA-BEATRIZ ST. JAMES', 'Mª JOSÉ Nº', 'OFÉLIA FIFFI AFFONSO FLÁVIO', 'AV. TA. VA. WA. LY. PÁ. FÁ.'],
  ...['W'.repeat(60), `${'W'.repeat(29)} ${'W'.repeat(30)}`, 'I'.repeat(60), 'A '.repeat(30).trim()],
  ...['NAÏVETÉ ŠŐ ǸILS', 'ŁUKASZ ĐORĐE', 'ANA Ặ', 'ANA 牛', 'ÅÆØß ŒUVRE'],
]
