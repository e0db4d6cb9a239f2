namespace Akka.Actor;

/// <summary>One step of a selection.</summary>
public abstract class SelectionPathElement
{
}

/// <summary>To the child of this name.</summary>
public class SelectChildName(string name) : SelectionPathElement
{
    public string Name { get; } = name;

    public override string ToString() => Name;
}

/// <summary>To all children whose names match; <c>*</c> and <c>?</c> are wildcards.</summary>
public class SelectChildPattern(string patternStr) : SelectionPathElement
{
    public string PatternStr { get; } = patternStr;

    public override string ToString() => PatternStr;

    internal bool Matches(string name) =>
        global::System.IO.Enumeration.FileSystemName.MatchesSimpleExpression(PatternStr, name, ignoreCase: false);
}

/// <summary>To the parent.</summary>
public class SelectParent : SelectionPathElement
{
    public static readonly SelectParent Instance = new();

    public override string ToString() => "..";
}
