#!/bin/sh
# Builds the Debian package from the tree of the program: deb.sh TREE FILE VERSION LEVEL. The tree is in /usr/lib/svcapi, and what a
# Debian machine expects is elsewhere.
set -eu
tree=$1 file=$2 version=$3 level=$4
templates=tools/release/debian
root=$(dirname "$tree")/deb
lib=$root/usr/lib/svcapi
share=$root/usr/share
doc=$share/doc/svcapi

mkdir -p "$root/usr/bin" "$root/usr/lib/systemd/system" "$root/etc/svcapi"
cp -r "$tree" "$lib"
mv "$lib/share" "$share"
mkdir -p "$doc" "$share/lintian/overrides"
mv "$share/zsh/site-functions" "$share/zsh/vendor-completions"
rm "$lib/LICENSE" "$lib/README.md" "$lib/CHANGELOG.md"
(cd "$lib/lib/svcapi" && mv README.md CHANGELOG.md docs "$doc")
# The links of the documents lead to these.
for name in CONTRIBUTING.md SECURITY.md bench deploy examples; do
  ln -s "../../../lib/svcapi/lib/svcapi/$name" "$doc"
done
ln -s ../lib/svcapi/bin/svcapi "$root/usr/bin/svcapi"
cp "$templates/config.toml" "$root/etc/svcapi"
cp "$templates/lintian-overrides" "$share/lintian/overrides/svcapi"
{
  cat "$templates/copyright"
  sed -n '/^Permission/,$ { s/^$/./; s/^/ /; p }' LICENSE
} >"$doc/copyright"
cat >"$doc/changelog" <<END
svcapi ($version) stable; urgency=medium

  * CHANGELOG.md beside this file has the changes.

 -- The svcapi maintainers <svcapi@localhost>  $(date -R -d "@$SOURCE_DATE_EPOCH")
END
gzip -9 -n "$doc/changelog" "$share"/man/man1/*

# The units of deploy/ read only /etc/svcapi/config.toml.
for unit in deploy/systemd/*; do
  sed -e '/^# One instance on a SQLite/ { N; s|.*|# One instance. Its settings are in /etc/svcapi/config.toml.| }' \
    -e 's|^Environment=SVCAPI_DATABASE=.*|Environment=SVCAPI_CONFIG=/etc/svcapi/config.toml|' \
    -e '/^EnvironmentFile=/d' -e 's|/usr/bin/env svcapi|/usr/bin/svcapi|' "$unit" >"$root/usr/lib/systemd/system/${unit##*/}"
done

size=$(du -sk --apparent-size "$root" | cut -f 1)
mkdir "$root/DEBIAN"
for name in control postinst prerm postrm; do
  sed -e "s/VERSION/$version/g" -e "s/SIZE/$size/" "$templates/$name" >"$root/DEBIAN/$name"
done
echo /etc/svcapi/config.toml >"$root/DEBIAN/conffiles"
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
chmod -R u=rwX,go=rX "$root"
chmod +x "$root"/DEBIAN/p*
# dpkg-deb only replaces later times.
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz "-z$level" --threads-max=1 --build "$root" "$file"
