/** Enter that is held down counts once: its repeats would press whatever gets the focus next. In a text of several lines they are lines. */
addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
});
