# SPDX-License-Identifier: MIT
"""The data set as Django models."""

from django.db import models


class Person(models.Model):
    name = models.CharField(max_length=100)
    email = models.EmailField(blank=True)

    class Meta:
        ordering = ["id"]


class Tag(models.Model):
    name = models.CharField(max_length=100)

    class Meta:
        ordering = ["id"]


class Article(models.Model):
    title = models.CharField(max_length=100)
    body = models.TextField(blank=True)
    created = models.DateField(null=True, blank=True)
    views = models.IntegerField(default=0)
    author = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="articles"
    )
    tags = models.ManyToManyField(Tag, blank=True, related_name="articles")

    class Meta:
        ordering = ["id"]


class Comment(models.Model):
    body = models.TextField()
    author = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="comments"
    )
    article = models.ForeignKey(
        Article, models.SET_NULL, null=True, blank=True, related_name="comments"
    )

    class Meta:
        ordering = ["id"]
