package eval

// men counts the men.
func (v *view) men() int32 { return count(v.ownMen) }

// kings counts the kings.
func (v *view) kings() int32 { return count(v.ownKings) }
