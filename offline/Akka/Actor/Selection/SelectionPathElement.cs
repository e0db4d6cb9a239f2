namespace Akka.Actor;

/// <summary>One step of a selection.</summary>
public abstract class SelectionPathElement
{
}

/// <summary>To the child of this name.</summary>
public class SelectChildName(string name) : SelectionPathElement
{
    public string Name { get; } = name;

    protected bool Equals(SelectChildName other) => Name == other.Name;

    public override bool Equals(object? obj) => obj is SelectChildName other && Equals(other);

    public override int GetHashCode() => Name.GetHashCode(StringComparison.Ordinal);

    public override string ToString() => Name;
}

/// <summary>To all children whose names match; <c>*</c> and <c>?</c> are wildcards.</summary>
public class SelectChildPattern(string patternStr) : SelectionPathElement
{
    public string PatternStr { get; } = patternStr;

    protected bool Equals(SelectChildPattern other) => PatternStr == other.PatternStr;

    public override bool Equals(object? obj) => obj is SelectChildPattern other && Equals(other);

    public override int GetHashCode() => PatternStr.GetHashCode(StringComparison.Ordinal);

    public override string ToString() => PatternStr;

    internal bool Matches(string name) =>
        global::System.IO.Enumeration.FileSystemName.MatchesSimpleExpression(PatternStr, name, ignoreCase: false);
}

/// <summary>To everything below.</summary>
public class SelectChildRecursive : SelectionPathElement
{
    public static readonly SelectChildRecursive Instance = new();

    public override bool Equals(object? obj) => obj is SelectChildRecursive;

    public override int GetHashCode() => "**".GetHashCode(StringComparison.Ordinal);

    public override string ToString() => "**";
}

/// <summary>To the parent.</summary>
public class SelectParent : SelectionPathElement
{
    public static readonly SelectParent Instance = new();

    public override bool Equals(object? obj) => obj is SelectParent;

    public override int GetHashCode() => "..".GetHashCode(StringComparison.Ordinal);

    public override string ToString() => "..";
}
