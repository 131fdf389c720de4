/** The colours of words, logo and icons. Those of the scenery are in its files. */
export const PALETTE = {
  papel: '#F8F1E0',
  tinta: '#17332A',
  terra: '#8A3A1E',
  ouro: '#8A5E0C',
  botao: '#EBC167',
} as const
