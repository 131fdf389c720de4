import type { Papel } from '../../server/domain/aparelho'

/** A role of the team, in the words of its pages. */
export const PAPEL = {
  porta: {
    nome: 'Porta',
    invitedTo: 'a porta',
    may: 'ler credenciais e admitir convidados',
    sees: { title: 'Não vê', text: 'telefones inteiros, e-mails, CPF' },
  },
  organizacao: {
    nome: 'Organização',
    invitedTo: 'a organização',
    may: 'tudo: convidados, empresas, planilhas, listas, equipe',
    sees: { title: 'Vê', text: 'nome, telefone e e-mail de todos' },
  },
} as const satisfies Record<Papel, object>
