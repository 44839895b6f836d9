package tree

import "fmt"

// Spec says what a store is for. It is written when the store is made.
type Spec struct {
	Versions
	Goal       string `json:"goal"` // as Goal.String returns it
	Thresholds []int  `json:"thresholds"`
	Budget     uint64 `json:"budget"` // nodes of an item, unless the user asks for others
}

// NewSpec returns the specification of a store for a goal.
func NewSpec(goal Goal, budget uint64, v Versions) Spec {
	v.Format, v.Rules = FormatVersion, RulesVersion
	return Spec{Versions: v, Goal: goal.String(), Thresholds: thresholds[:], Budget: budget}
}

// Check returns an error if a store with the specification s cannot go on with what is wanted. The error names the
// difference.
func (s Spec) Check(want Spec) error {
	if s.Goal != want.Goal {
		return fmt.Errorf("the store has the goal %s, not %s", s.Goal, want.Goal)
	}
	if err := s.Versions.Difference(want.Versions); err != nil {
		return fmt.Errorf("the store was made with %w; export its facts and import them into a new store", err)
	}
	return nil
}
