# capture.zsh FOLDER LINE…: what zsh offers behind each LINE, one a line, with the function that is in FOLDER; a line of its own ends each list.
# It types the lines and a tab each into a real zsh on a pseudo-terminal, and listens to what is added there.
zmodload zsh/zpty
setup=$(mktemp)
out=$(mktemp)
cat > $setup <<SETUP
PS1=
unset zle_bracketed_paste
unsetopt auto_list beep
fpath=($1 \$fpath)
autoload -U compinit
compinit -u -D
bindkey '^I' complete-word
bindkey '^U' kill-buffer
finish() {
  comppostfuncs=(finish)
  print END >> $out
  print END > \$TTY
}
comppostfuncs=(finish)
compadd() {
  local -a hits
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)* ]]; then builtin compadd "\$@"; return; fi
  builtin compadd -A hits "\$@"
  print -rl -- \$IPREFIX\${^hits} >> $out
  builtin compadd "\$@"
}
print READY
SETUP
zpty z zsh -f -i
zpty -w z "source $setup"
while zpty -r z line; do [[ $line == READY* ]] && break; done
for typed in ${@[2,-1]}; do
  zpty -w -n z $'\025'"$typed"$'\t'
  while zpty -r z line; do [[ $line == *END* ]] && break; done
done
zpty -d z
cat $out
rm $out $setup
