import type { Papel } from '../../server/domain/aparelho'

/** A role of the team, in the words of its pages. */
export const PAPEL = {
  porta: {
    nome: 'Porta',
    para: 'a porta',
    pode: 'ler credenciais e admitir convidados',
    ve: { titulo: 'Não vê', texto: 'telefones inteiros, e-mails, CPF' },
  },
  organizacao: {
    nome: 'Organização',
    para: 'a organização',
    pode: 'tudo: convidados, empresas, planilhas, listas, equipe',
    ve: { titulo: 'Vê', texto: 'nome, telefone e e-mail de todos' },
  },
} as const satisfies Record<Papel, object>
